package import SafeDefaults
package import SafeDefaultsInspection

/// One type of the value × store contract, without the type: values of it, what each is stored as, what it can't be
/// read from, and access to it in any store along every path that the library has.
///
/// Made by ``native(_:fallback:reads:unreadable:arguments:same:samples:)`` or, for types that are Codable and nothing
/// else, by ``codable(_:fallback:reads:unreadable:arguments:same:samples:)``; ``all`` lists them.
package struct ContractCase: Sendable, CustomStringConvertible {
    /// The type's name, which is also part of the stored names.
    package let description: String

    /// The values, at least two.
    package let samples: [Sample]

    /// Stored values that the type can't be read from: one of each kind that it doesn't read, and some of those it
    /// does.
    package let unreadable: [PropertyListValue]

    /// Launch arguments, and the sample that each reads as.
    package let arguments: [Argument]

    /// Reads a stored name, and tells what the read gave.
    package let read: @Sendable (_ place: ContractPlace, _ path: ContractPath) -> Reading

    /// What ``Lookup`` says.
    package let lookup: @Sendable (_ place: ContractPlace) -> Reading

    /// The setting without its type, of a path that is a setting's: optional, or with a default.
    package let setting: @Sendable (_ place: ContractPlace, _ path: ContractPath) -> AnySetting

    /// Removes what is stored: in the way that goes with a path.
    package let remove: @Sendable (_ place: ContractPlace, _ path: ContractPath) -> Void

    /// One value of the type.
    package struct Sample: Sendable, CustomStringConvertible {
        /// The value, for messages.
        package let description: String

        /// What it is stored as.
        package let stored: PropertyListValue

        /// What is there after a restart over a raw Linux `UserDefaults`, and, since a save reads its file back, at
        /// some moment before; differs from `stored` where that one loses.
        package let restarted: PropertyListValue

        /// Stores the value, and tells the error if that failed.
        package let write: @Sendable (_ place: ContractPlace, _ path: ContractPath) -> String?

        /// Tells what is wrong with what a read gives; nil if it gives this value.
        package let mismatch: @Sendable (_ place: ContractPlace, _ path: ContractPath) -> String?

        /// Tells what is wrong with what a read gives after a restart.
        package let mismatchAfterRestart: @Sendable (_ place: ContractPlace, _ path: ContractPath) -> String?
    }

    /// A launch argument, and what the value it stands for is stored as.
    package struct Argument: Sendable {
        package let text: String
        package let mismatch: @Sendable (_ place: ContractPlace, _ path: ContractPath) -> String?
    }

    /// What a read gave.
    package enum Reading: Sendable, Equatable {
        case nothing
        case fallback
        case value(String)
        case unreadable
    }
}

/// The ways to a value.
package enum ContractPath: String, Sendable, CaseIterable {
    /// `set(_:forKey:)` and `value(_:forKey:)`.
    case key
    /// `write(_:forKey:)` and `read(_:forKey:)`.
    case throwingKey
    /// A `Setting<Value?>`.
    case optionalSetting
    /// A `Setting<Value>` with a default.
    case defaultedSetting
}

/// A stored name in a store.
package struct ContractPlace: Sendable {
    package let store: DefaultsStore
    package let name: String

    package init(_ store: DefaultsStore, _ name: String = "subject") {
        self.store = store
        self.name = name
    }

    /// The name in the store.
    package var storedName: String { key.uniqueValue }

    /// The domain that the contract reads and writes through.
    package var domain: ContractDomain { ContractDomain(store: store) }

    var key: ContractDomain.Keys { ContractDomain.Keys(rawValue: name) }
}

/// A domain whose keys are made at run time.
package struct ContractDomain: SafeDefaults {
    package struct Keys: DefaultsKey {
        package static let namespace = "contract"
        package static let allCases = [Keys(rawValue: "subject"), Keys(rawValue: "neighbour")]
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
    }

    package let store: DefaultsStore

    package init(store: DefaultsStore) { self.store = store }
}
