#if os(Linux)
import Foundation
import SafeDefaults

@testable import TestSupport

/// A question to both sides of a script after each call.
struct ScriptQuestion: CustomStringConvertible {
    let getter: Getter

    /// The name, or the domain's name.
    let subject: String

    var description: String { subject.isEmpty ? getter.rawValue : "\(getter.rawValue) of \(subject)" }

    enum Getter: String, CaseIterable {
        case object, string, integer, float, double, bool, data, array, stringArray, dictionary, url
        case representation, arguments, volatile, volatileNames, registered, own, other
    }

    /// The getters that take a name.
    static let named = Getter.allCases.prefix { $0 != .arguments }

    /// All questions about some names.
    static func all(_ names: [String]) -> [ScriptQuestion] {
        names.flatMap { name in named.map { ScriptQuestion(getter: $0, subject: name) } }
            + [Getter.arguments, .volatile, .volatileNames, .registered, .own].map {
                ScriptQuestion(getter: $0, subject: "")
            } + ["0", "1"].map { ScriptQuestion(getter: .other, subject: $0) }
    }

    // MARK: - Asking

    /// Returns a side's answer; for a domain, its values under some names.
    ///
    /// - Throws: If the answer is no property list.
    func answer(of side: ScriptSide, names: [String]) throws -> PropertyListValue? {
        let defaults = side.defaults
        switch getter {
        case .object: return try literal(defaults.object(forKey: subject))
        case .string: return defaults.string(forKey: subject).map { .string($0) }
        case .integer: return .integer(Int64(defaults.integer(forKey: subject)))
        case .float: return .real(Double(defaults.float(forKey: subject)))
        case .double: return .real(defaults.double(forKey: subject))
        case .bool: return .boolean(defaults.bool(forKey: subject))
        case .data: return try literal(defaults.data(forKey: subject))
        case .array: return try literal(defaults.array(forKey: subject))
        case .stringArray: return try literal(defaults.stringArray(forKey: subject))
        case .dictionary: return try literal(defaults.dictionary(forKey: subject))
        // NB: data that is no archive ends the process on Linux.
        case .url where defaults.object(forKey: subject) is Data: return nil
        case .url: return defaults.url(forKey: subject).map { .string($0.absoluteString) }
        case .representation: return try literal(side.value(inRepresentation: subject))
        case .arguments: return try domain(defaults.volatileDomain(forName: UserDefaults.argumentDomain), names)
        case .volatile: return try domain(defaults.volatileDomain(forName: "V"), names)
        case .volatileNames: return .array(defaults.volatileDomainNames.sorted().map { .string($0) })
        case .registered: return try domain(defaults.volatileDomain(forName: UserDefaults.registrationDomain), names)
        case .own: return try defaults.persistentDomain(forName: side.own).map { try domain($0, names) }
        case .other:
            let name = side.others[Int(subject) ?? 0]
            return try defaults.persistentDomain(forName: name).map { try domain($0, names) }
        }
    }

    private func domain(_ values: [String: Any], _ names: [String]) throws -> PropertyListValue {
        .dictionary(try values.filter { names.contains($0.key) }.compactMapValues { try literal($0) })
    }

    private func literal(_ object: Any?) throws -> PropertyListValue? {
        guard let object else { return nil }
        guard let value = RawObject.literal(object) else { throw NoPropertyList(type: "\(type(of: object))") }
        return value
    }

    struct NoPropertyList: Error { let type: String }

    // MARK: - The expected answer

    /// The answer of a model; nil if it depends on a conversion.
    func expected(by documented: DocumentedDefaults) -> PropertyListValue?? {
        switch getter {
        case .object: return .some(documented.value(subject))
        case .representation: return .some(documented.representation(subject))
        case .arguments: return .some(.dictionary(documented.arguments))
        case .volatile: return .some(.dictionary(documented.volatile["V"] ?? [:]))
        case .registered: return .some(.dictionary(documented.isLinux ? [:] : documented.registered))
        case .own: return domain(documented.own, documented)
        case .other: return domain(documented.others[Int(subject) ?? 0] ?? [:], documented)
        case .volatileNames:
            // NB: on Linux the domain of registered values exists, but isn't named.
            let names =
                (documented.isLinux ? [] : [UserDefaults.registrationDomain]) + documented.volatile.keys
                + (documented.hasArgumentDomain ? [UserDefaults.argumentDomain] : [])
            return .array(names.sorted().map { .string($0) })
        default: return nil
        }
    }

    private func domain(
        _ values: [String: PropertyListValue], _ documented: DocumentedDefaults
    ) -> PropertyListValue?? {
        values.isEmpty && !documented.isLinux ? .some(nil) : .some(.dictionary(values))
    }
}
#endif
