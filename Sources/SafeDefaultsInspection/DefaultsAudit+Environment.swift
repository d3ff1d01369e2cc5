public import SafeDefaults

extension DefaultsAudit {
    /// Returns a description of each problem found in some domains over a store with environment variables.
    ///
    /// In addition to those of ``problems(in:)``, a variable that would override two stored names is a problem, and so
    /// is a stored name that no variable can override.
    ///
    /// ```swift
    /// let problems = DefaultsAudit.problems(in: [LoginDefaults.self], environment: "TOUR")
    /// assert(problems.isEmpty, "\(problems)")
    /// ```
    ///
    /// - Parameters:
    ///   - domains: The domains.
    ///   - environment: The store's environment.
    /// - Returns: The descriptions. The array is empty if there are no problems.
    public static func problems(
        in domains: [any SafeDefaults.Type], environment: EnvironmentOverrides
    ) -> [String] {
        let names = Set(domains.flatMap { storedNames(of: $0) }).inAlphabeticalOrder()
        let nameless = names.filter { environment.variable(for: $0) == nil }.map { name in
            "\"\(name.abbreviated)\" has no environment variable, because it has no letter and no digit."
        }
        let variables = Dictionary(grouping: names) { environment.variable(for: $0) ?? "" }
        let collisions = variables.filter { $0.key != "" && $0.value.count > 1 }.inAlphabeticalOrder()
        return problems(in: domains) + nameless
            + collisions.map { variable, names in
                let list = names.map { "\"\($0.abbreviated)\"" }.joined(separator: " and ")
                return "\(list) are all overridden by the environment variable \(variable.abbreviated): give one of "
                    + "them another raw value, or its domain another namespace."
            }
    }

    private static func storedNames<Domain: SafeDefaults>(of domain: Domain.Type) -> [String] {
        Domain.Keys.allCases.map(\.uniqueValue)
    }
}
