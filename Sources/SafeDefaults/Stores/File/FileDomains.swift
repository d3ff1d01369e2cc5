import Foundation

/// What a name stands for in a `UserDefaults` over a file, in the order of search: launch arguments, the file, added
/// suites, and what Foundation looks after.
final class FileDomains: Sendable {
    let connection: FileConnection
    private let state = Locked(State())

    /// Whether there are arguments; apart from them, since every read asks, and there are seldom any.
    private let hasArguments = SharedWord()

    private struct State {
        /// The volatile domain that comes before all else.
        var arguments: [String: PropertyListValue] = [:]
        var hasArgumentDomain = false
        var volatile: [String: [String: PropertyListValue]] = [:]

        /// The added suites, the last one first.
        var suites: [String] = []
    }

    init(_ connection: FileConnection) { self.connection = connection }

    /// What a name stands for, or nil for nothing.
    func value(_ name: String) -> PropertyListValue? {
        if hasArguments.isSet, let argument = state.withLock({ $0.arguments[name] }) { return argument }
        if let value = connection.engine?.value(name) { return value }
        return fallback(name).flatMap { try? PropertyListValue(foundationObject: $0) }
    }

    private func fallback(_ name: String) -> Any? {
        for suite in state.withLock({ $0.suites }) {
            if let object = OtherDomains.shared.domain(suite)?[name] { return object }
        }
        return OtherDomains.shared.object(name)
    }

    /// What several names stand for at one moment.
    func contents(of names: [String]) -> [String: StoredContent] {
        let stored = connection.engine?.values(names) ?? [:]
        let arguments = state.withLock { $0.arguments }
        let contents = names.map { name in
            let value =
                arguments[name] ?? stored[name]
                ?? fallback(name).flatMap { try? PropertyListValue(foundationObject: $0) }
            return (name, StoredContent(value))
        }
        return Dictionary(contents, uniquingKeysWith: { $1 })
    }

    /// Everything that can be read.
    func all() -> [String: Any] {
        let (arguments, suites) = state.withLock { ($0.arguments, $0.suites) }
        var all = OtherDomains.shared.all()
        for suite in suites.reversed() {
            all.merge(OtherDomains.shared.domain(suite) ?? [:], uniquingKeysWith: { $1 })
        }
        for (name, value) in connection.engine?.values() ?? [:] { all[name.text] = value.swiftObject }
        return all.merging(arguments.mapValues(\.swiftObject), uniquingKeysWith: { $1 })
    }

    // MARK: - Suites

    func addSuite(_ name: String) {
        state.withLock { $0.suites = [name] + $0.suites.filter { $0 != name } }
    }

    func removeSuite(_ name: String) {
        state.withLock { $0.suites.removeAll { $0 == name } }
    }

    // MARK: - Volatile domains

    /// Begins with the launch arguments that all objects of the process share, where they do.
    func adoptArguments(_ others: OtherDomains) {
        guard let arguments = others.sharedArguments else { return }
        setVolatile(PropertyListValue.storable(arguments), UserDefaults.argumentDomain)
    }

    var volatileNames: [String] {
        state.withLock { ($0.hasArgumentDomain ? [UserDefaults.argumentDomain] : []) + $0.volatile.keys }
    }

    func volatile(_ name: String) -> [String: PropertyListValue]? {
        state.withLock { name == UserDefaults.argumentDomain ? $0.arguments : $0.volatile[name] }
    }

    func setVolatile(_ values: [String: PropertyListValue]?, _ name: String) {
        state.withLock { state in
            if name == UserDefaults.argumentDomain {
                state.arguments = values ?? [:]
                hasArguments.set(!state.arguments.isEmpty)
                state.hasArgumentDomain = values != nil
            } else {
                state.volatile[name] = values
            }
        }
    }
}
