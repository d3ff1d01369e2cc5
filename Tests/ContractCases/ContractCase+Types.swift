import Foundation
package import SafeDefaults
import SafeDefaultsInspection

/// A value of a type, and what it is stored as.
package struct TypedSample<Value: Sendable>: Sendable {
    let value: Value
    let stored: PropertyListValue
    let restarted: (value: Value, stored: PropertyListValue)

    /// A value that a restart leaves as it is.
    package init(_ value: Value, _ stored: PropertyListValue) {
        self.init(value, stored, restarted: value, stored)
    }

    /// A value that a raw Linux `UserDefaults` doesn't keep whole.
    package init(
        _ value: Value, _ stored: PropertyListValue, restarted: Value, _ restartedStored: PropertyListValue
    ) {
        self.value = value
        self.stored = stored
        self.restarted = (restarted, restartedStored)
    }
}

extension ContractCase {
    /// A type that conforms to ``DefaultsValue``.
    ///
    /// - Parameters:
    ///   - name: The type's name.
    ///   - fallback: The default of the setting that has one; no sample's value.
    ///   - reads: The kinds that can be read as the type, if only at times.
    ///   - unreadable: Stored values of those kinds that can't.
    ///   - arguments: Launch arguments and what they read as.
    ///   - samples: Values, and what they are stored as.
    package static func native<Value: DefaultsValue & Equatable & Sendable>(
        _ name: String = "\(Value.self)", fallback: Value, reads: Set<PropertyListValue.Kind>,
        unreadable: [PropertyListValue] = [], arguments: [(String, Value)] = [], samples: [TypedSample<Value>]
    ) -> ContractCase {
        native(
            name, fallback: fallback, reads: reads, unreadable: unreadable, arguments: arguments, same: { $0 == $1 },
            samples: samples)
    }

    /// A type that conforms to ``DefaultsValue``, and is compared in a way of its own.
    ///
    /// - Parameters: as above, and `same`, which tells whether two values are the same.
    package static func native<Value: DefaultsValue & Sendable>(
        _ name: String = "\(Value.self)", fallback: Value, reads: Set<PropertyListValue.Kind>,
        unreadable: [PropertyListValue] = [], arguments: [(String, Value)] = [],
        same: @escaping @Sendable (Value, Value) -> Bool, samples: [TypedSample<Value>]
    ) -> ContractCase {
        let access = ContractAccess<Value>(
            optional: { ContractDomain.Setting<Value?>($0) },
            defaulted: { ContractDomain.Setting($0, default: fallback) },
            set: { $0.domain.set($1, forKey: $0.key) }, write: { try $0.domain.write($1, forKey: $0.key) },
            value: { $0.domain.value(Value.self, forKey: $0.key) },
            read: { try $0.domain.read(Value.self, forKey: $0.key) },
            lookup: { place in
                Lookup { () throws(DefaultsError) in try place.domain.read(Value.self, forKey: place.key) }
            })
        return make(name, fallback, reads, unreadable, arguments, same, samples, access)
    }

    /// A type that is Codable and nothing else.
    ///
    /// - Parameters: as for `native`.
    package static func codable<Value: Codable & Equatable & Sendable>(
        _ name: String = "\(Value.self)", fallback: Value, reads: Set<PropertyListValue.Kind>,
        unreadable: [PropertyListValue] = [], arguments: [(String, Value)] = [],
        same: @escaping @Sendable (Value, Value) -> Bool = { $0 == $1 }, samples: [TypedSample<Value>]
    ) -> ContractCase {
        let access = ContractAccess<Value>(
            optional: { ContractDomain.Setting<Value?>($0) },
            defaulted: { ContractDomain.Setting($0, default: fallback) },
            set: { $0.domain.set($1, forKey: $0.key) }, write: { try $0.domain.write($1, forKey: $0.key) },
            value: { $0.domain.value(Value.self, forKey: $0.key) },
            read: { try $0.domain.read(Value.self, forKey: $0.key) },
            lookup: { place in
                Lookup { () throws(DefaultsError) in try place.domain.read(Value.self, forKey: place.key) }
            })
        return make(name, fallback, reads, unreadable, arguments, same, samples, access)
    }

    static func make<Value: Sendable>(
        _ name: String, _ fallback: Value, _ reads: Set<PropertyListValue.Kind>, _ unreadable: [PropertyListValue],
        _ arguments: [(String, Value)], _ same: @escaping @Sendable (Value, Value) -> Bool,
        _ samples: [TypedSample<Value>], _ access: ContractAccess<Value>
    ) -> ContractCase {
        @Sendable func mismatch(_ expected: Value, _ place: ContractPlace, _ path: ContractPath) -> String? {
            do {
                guard let found = try access.read(place, path) else { return "read nothing, not \(expected)" }
                return same(found, expected) ? nil : "read \(found), not \(expected)"
            } catch {
                return "\(error)"
            }
        }
        return ContractCase(
            description: name,
            samples: samples.map { sample in
                Sample(
                    description: "\(sample.value)", stored: sample.stored, restarted: sample.restarted.stored,
                    write: { place, path in
                        do {
                            try access.write(sample.value, place, path)
                            return nil
                        } catch {
                            return "\(error)"
                        }
                    },
                    mismatch: { mismatch(sample.value, $0, $1) },
                    mismatchAfterRestart: { mismatch(sample.restarted.value, $0, $1) })
            },
            unreadable: ofOtherKinds(than: reads) + unreadable,
            arguments: arguments.map { text, value in
                Argument(text: text, mismatch: { mismatch(value, $0, $1) })
            },
            read: { place, path in
                do {
                    guard let value = try access.read(place, path) else { return .nothing }
                    return same(value, fallback) ? .fallback : .value("\(value)")
                } catch {
                    return .unreadable
                }
            },
            lookup: { place in
                switch access.lookup(place) {
                case .missing: .nothing
                case .value(let value): .value("\(value)")
                case .unreadable: .unreadable
                }
            },
            setting: { place, path in
                path == .defaultedSetting
                    ? AnySetting(access.defaulted(place.key), in: place.store)
                    : AnySetting(access.optional(place.key), in: place.store)
            },
            remove: access.remove)
    }

    /// One value of each kind but some, none of which means anything to a type that doesn't read its kind.
    private static func ofOtherKinds(than kinds: Set<PropertyListValue.Kind>) -> [PropertyListValue] {
        PropertyListValue.Kind.allCases.filter { !kinds.contains($0) }.map { kind in
            switch kind {
            case .boolean: true
            case .integer: 77
            case .real: 1.5
            case .string: "\u{1F642} means nothing"
            case .data: .data(.init([0, 255]))
            case .date: .date(.init(timeIntervalSinceReferenceDate: 86_400))
            case .array: [.data(.init([1]))]
            case .dictionary: ["neither field nor case": .data(.init([2]))]
            }
        }
    }
}

/// Access to values of one type along every path.
struct ContractAccess<Value: Sendable>: Sendable {
    typealias OptionalSetting = @Sendable (ContractDomain.Keys) -> ContractDomain.Setting<Value?>
    typealias DefaultedSetting = @Sendable (ContractDomain.Keys) -> ContractDomain.Setting<Value>

    let optional: OptionalSetting
    let defaulted: DefaultedSetting
    let set: @Sendable (ContractPlace, Value?) -> Void
    let write: @Sendable (ContractPlace, Value?) throws -> Void
    let value: @Sendable (ContractPlace) -> Value?
    let read: @Sendable (ContractPlace) throws -> Value?
    let lookup: @Sendable (ContractPlace) -> Lookup<Value>

    func write(_ newValue: Value, _ place: ContractPlace, _ path: ContractPath) throws {
        switch path {
        case .key: set(place, newValue)
        case .throwingKey: try write(place, newValue)
        case .optionalSetting: place.domain[optional(place.key)] = newValue
        case .defaultedSetting: place.domain[defaulted(place.key)] = newValue
        }
    }

    func read(_ place: ContractPlace, _ path: ContractPath) throws -> Value? {
        switch path {
        case .key: value(place)
        case .throwingKey: try read(place)
        case .optionalSetting: place.domain[optional(place.key)]
        case .defaultedSetting: place.domain[defaulted(place.key)]
        }
    }

    @Sendable func remove(_ place: ContractPlace, _ path: ContractPath) {
        switch path {
        case .key: set(place, nil)
        case .throwingKey: place.domain.removeObject(forKey: place.key)
        case .optionalSetting: place.domain[optional(place.key)] = nil
        case .defaultedSetting: place.domain.removeAll()
        }
    }
}

extension ContractCase {
    /// The unreadable values that only lack fields, which a setting takes from its default.
    package var lacking: [PropertyListValue] {
        switch description {
        case "Person", "Person as property-list data", "IndexSet": [[:]]
        case "Point": [["x": 1]]
        case "Point as JSON": [#"{"x":1}"#, ["x": 1], .data(Data(#"{"x":1}"#.utf8))]
        case "Point as JSON in data": [.data(Data(#"{"x":1}"#.utf8))]
        default: []
        }
    }
}
