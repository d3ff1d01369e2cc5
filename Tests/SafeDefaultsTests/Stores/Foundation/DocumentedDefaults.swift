#if os(Linux)
import SafeDefaults

@testable import TestSupport

/// A model of what a `UserDefaults` holds, as Foundation documents it.
///
/// A second model can behave as Foundation does on Linux where that differs.
struct DocumentedDefaults {
    /// Whether it is the model of Foundation on Linux.
    let isLinux: Bool

    private(set) var arguments: [String: PropertyListValue] = [:]

    /// Whether the domain of arguments exists; it does from the start, with or without arguments.
    private(set) var hasArgumentDomain = true

    var own: [String: PropertyListValue] = [:]
    var registered: [String: PropertyListValue] = [:]
    var volatile: [String: [String: PropertyListValue]] = [:]

    /// The values in other domains, whether these are searched or not.
    var others: [Int: [String: PropertyListValue]] = [:]

    /// The domains that were added to the search list, the last one first.
    private(set) var added: [Int] = []

    init(isLinux: Bool) { self.isLinux = isLinux }

    /// The value that a name stands for.
    func value(_ name: String) -> PropertyListValue? {
        arguments[name] ?? own[name] ?? searched(name) ?? registered[name]
    }

    /// The value of a name in the added domains.
    private func searched(_ name: String) -> PropertyListValue? {
        // NB: Linux adds a suite to the search list of `.standard`, whichever object is called.
        isLinux ? nil : added.lazy.compactMap { others[$0]?[name] }.first
    }

    /// The value of a name in `dictionaryRepresentation`.
    func representation(_ name: String) -> PropertyListValue? {
        isLinux ? own[name] ?? registered[name] : value(name)
    }

    mutating func set(_ value: PropertyListValue, _ name: String) {
        // NB: Linux takes 1.0 after 1 for no change, and keeps the old value.
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

    /// Keeps what another object over the same values finds.
    mutating func reopen() {
        (arguments, hasArgumentDomain) = ([:], true)
        volatile = [:]
        added = []
    }
}

extension PropertyListValue {
    /// Returns whether Foundation takes two values for equal, whatever types their numbers have.
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
