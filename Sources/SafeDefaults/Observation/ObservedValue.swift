/// What is observed: some names in a store, and the value that a read makes of them.
struct ObservedValue<Value>: Sendable {
    let box: StoreBox

    /// The stored names; none of them twice.
    let names: [String]

    /// Where observing was asked for, for issues.
    let location: CodeLocation

    /// Makes the value of what is stored under the names, and reports what can't be read if it is told to.
    let read: @Sendable (Mailbox.Contents, _ reports: Bool) -> Value

    /// Tells whether two values are equal; false for a type that can't tell.
    let areEqual: @Sendable (Value, Value) -> Bool
}

// MARK: - Kinds

extension ObservedValue {
    /// The value of a setting.
    init(_ definition: SettingDefinition<Value>, in box: StoreBox, at location: CodeLocation) {
        self.init(
            box: box, names: [definition.storedName], location: location,
            read: { contents, reports in
                definition.value(of: contents[0], at: location) { if reports { DefaultsIssue.report($0) } }
            }, areEqual: Equality.test())
    }

    /// The value under a name, nil where there is none.
    init<Wrapped>(
        named name: String, in box: StoreBox, at location: CodeLocation,
        decode: @escaping @Sendable (PropertyListValue) throws -> Wrapped
    ) where Value == Wrapped? {
        self.init(
            box: box, names: [name], location: location,
            read: { contents, reports in
                do throws(DefaultsError) {
                    return try StoreBox.decoded(contents[0], name: name, as: Wrapped.self, decode: decode)
                } catch {
                    if reports { DefaultsIssue.report(.unreadable(error, fallback: .nil, at: location)) }
                    return nil
                }
            }, areEqual: Equality.test())
    }

    /// The values of several settings, as a tuple.
    init<each Part>(
        tupleOf definitions: repeat SettingDefinition<each Part>, in box: StoreBox, at location: CodeLocation
    ) where Value == (repeat each Part) {
        var names: [String] = []
        for definition in repeat each definitions {
            // Two settings may share a name, and so may two parameters.
            if !names.contains(definition.storedName) { names.append(definition.storedName) }
        }
        let order = names
        let tests = (repeat Equality<each Part>())
        self.init(
            box: box, names: names, location: location,
            read: { contents, reports in
                let found = Dictionary(uniqueKeysWithValues: zip(order, contents))
                return
                    (repeat (each definitions).value(
                        of: found[(each definitions).storedName] ?? .nothing, at: location,
                        ifUnreadable: { if reports { DefaultsIssue.report($0) } }))
            },
            areEqual: { left, right in
                for (test, left, right) in repeat (each tests, each left, each right) {
                    if !test.areEqual(left, right) { return false }
                }
                return true
            })
    }
}

extension ObservedValue {
    /// What is stored under the keys of a domain.
    init<Key: DefaultsKey>(keys: [Key], in box: StoreBox) where Value == [Key: PropertyListValue] {
        let indexes = Dictionary(
            zip(Set(keys.map(\.uniqueValue)).sorted(), 0...), uniquingKeysWith: { first, _ in first })
        self.init(
            box: box, names: indexes.keys.sorted(), location: CodeLocation(),
            read: { contents, _ in
                var values: [Key: PropertyListValue] = [:]
                for key in keys {
                    guard let index = indexes[key.uniqueValue] else { continue }
                    if case .value(let value) = contents[index] { values[key] = value }
                }
                return values
            }, areEqual: ==)
    }
}

// MARK: - Equality

/// The equality of a type that may have one.
struct Equality<Value>: Sendable {
    let areEqual: @Sendable (Value, Value) -> Bool = Self.test()

    /// Compares by `==` where the type has it; else nothing is equal.
    static func test() -> @Sendable (Value, Value) -> Bool {
        guard Value.self is any Equatable.Type else { return { _, _ in false } }
        return { left, right in
            guard let left = left as? any Equatable else { return false }
            return left.isEqual(to: right)
        }
    }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool {
        (other as? Self).map { $0 == self } ?? false
    }
}
