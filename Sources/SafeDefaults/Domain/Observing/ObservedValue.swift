/// What is observed: some names in a store, and the value that a read makes of them.
struct ObservedValue<Value>: Sendable {
    let box: StoreBox

    /// The stored names; none of them twice.
    let names: [String]

    /// Where observing was asked for, for issues.
    let location: CodeLocation

    /// Makes the value of what is stored under the names, and reports what can't be read if it is told to.
    let read: @Sendable (Mailbox.Contents, _ reports: Bool) -> Value

    /// Tells whether two readings are no change: of values that can't be compared, what they were made of is.
    let areEqual: @Sendable (Reading, Reading) -> Bool

    /// A value, and what it was made of.
    struct Reading {
        let contents: Mailbox.Contents
        let value: Value
    }

    /// Makes the value of what is stored, and reports what can't be read if it is told to.
    func reading(of contents: Mailbox.Contents, reports: Bool) -> Reading {
        Reading(contents: contents, value: read(contents, reports))
    }
}

// MARK: - Kinds

extension ObservedValue {
    /// The value of a setting.
    init(_ definition: SettingDefinition<Value>, in box: StoreBox, at location: CodeLocation) {
        self.init(
            box: box, names: [definition.storedName], location: location,
            read: { contents, reports in
                definition.value(of: contents[0], at: location) { if reports { DefaultsIssue.report($0) } }
            }, areEqual: Self.areEqual)
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
            }, areEqual: Self.areEqual)
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
        let tests = (repeat Equality<each Part>(names, (each definitions).storedName))
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
                let (old, new) = (left.value, right.value)
                for (test, old, new) in repeat (each tests, each old, each new) {
                    guard left.contents[test.place] == right.contents[test.place] || test.areEqual(old, new) else {
                        return false
                    }
                }
                return true
            })
    }

    private static var areEqual: @Sendable (Reading, Reading) -> Bool {
        let areEqual = Equality<Value>.test()
        return { left, right in left.contents == right.contents || areEqual(left.value, right.value) }
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
            }, areEqual: { $0.value == $1.value })
    }
}

// MARK: - Equality

/// The equality of a type that may have one, for one part of a tuple.
struct Equality<Value>: Sendable {
    /// Where in the contents that is what the part is made of.
    let place: Int

    let areEqual: @Sendable (Value, Value) -> Bool = Self.test()

    init(_ names: [String], _ name: String) {
        place = names.firstIndex(of: name) ?? names.startIndex
    }

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
