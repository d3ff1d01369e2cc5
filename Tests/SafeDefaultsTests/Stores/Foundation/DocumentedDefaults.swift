#if os(Linux)
import SafeDefaults

/// What a `UserDefaults` holds after the calls that were made, as Foundation documents them.
///
/// Where Foundation itself acts otherwise on Linux, a second one can act like that.
struct DocumentedDefaults {
    /// Whether it is about what Foundation does on Linux.
    let isLinux: Bool

    private(set) var arguments: [String: PropertyListValue] = [:]

    /// Whether the domain of arguments is there; it is from the begin, with or without any.
    private(set) var hasArgumentDomain = true

    var own: [String: PropertyListValue] = [:]
    var registered: [String: PropertyListValue] = [:]
    var volatile: [String: [String: PropertyListValue]] = [:]

    /// What is in other domains, whether they are searched or not.
    var others: [Int: [String: PropertyListValue]] = [:]

    /// The domains that were added to the search, the last one first.
    private(set) var added: [Int] = []

    init(isLinux: Bool) { self.isLinux = isLinux }

    /// What a name stands for.
    func value(_ name: String) -> PropertyListValue? {
        arguments[name] ?? own[name] ?? searched(name) ?? registered[name]
    }

    /// What a name stands for in what is added.
    private func searched(_ name: String) -> PropertyListValue? {
        // NB: Linux adds a suite to what `.standard` searches, whichever object is asked to.
        isLinux ? nil : added.lazy.compactMap { others[$0]?[name] }.first
    }

    /// What a name stands for in `dictionaryRepresentation`.
    func representation(_ name: String) -> PropertyListValue? {
        isLinux ? own[name] ?? registered[name] : value(name)
    }

    mutating func set(_ value: PropertyListValue, _ name: String) {
        // NB: Linux takes 1.0 over 1 for no change, and keeps what is there.
        if isLinux, let old = own[name], old.isEqualToFoundation(value) { return }
        own[name] = value
    }

    mutating func addSuite(_ suite: Int) { added = [suite] + added.filter { $0 != suite } }

    mutating func removeSuite(_ suite: Int) { added.removeAll { $0 == suite } }

    mutating func register(_ values: [String: PropertyListValue]) { registered.merge(values) { $1 } }

    mutating func setArguments(_ values: [String: PropertyListValue]) {
        arguments = isLinux ? arguments.merging(values) { $1 } : values
        hasArgumentDomain = true
    }

    mutating func removeArguments() {
        arguments = [:]
        hasArgumentDomain = false
    }

    mutating func setVolatile(_ values: [String: PropertyListValue], _ name: String) {
        volatile[name] = isLinux ? (volatile[name] ?? [:]).merging(values) { $1 } : values
    }

    /// What is left with another object over the same values.
    mutating func reopen() {
        (arguments, hasArgumentDomain) = ([:], true)
        volatile = [:]
        added = []
    }
}

extension PropertyListValue {
    /// Whether Foundation takes two values for equal, whatever types their numbers have.
    func isEqualToFoundation(_ other: PropertyListValue) -> Bool {
        switch (self, other) {
        case (.integer(let left), .real(let right)): Double(left) == right && Int64(exactly: right) == left
        case (.unsignedInteger(let left), .real(let right)): Double(left) == right && UInt64(exactly: right) == left
        case (.real, .integer), (.real, .unsignedInteger): other.isEqualToFoundation(self)
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isEqualToFoundation($1) }
        case (.dictionary(let left), .dictionary(let right)):
            left.count == right.count
                && left.allSatisfy { name, value in right[name].map(value.isEqualToFoundation) ?? false }
        default: self == other
        }
    }
}
#endif
