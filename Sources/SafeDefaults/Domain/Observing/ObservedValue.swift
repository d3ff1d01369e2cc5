/// A value to observe: the names that it depends on, and the function that reads it from their contents.
struct ObservedValue<Value>: Sendable {
    let box: StoreBox

    /// The stored names, without duplicates.
    let names: [String]

    /// The source location of the call that started observing, for issues.
    let location: CodeLocation

    /// Returns the value of the names' contents.
    ///
    /// If `reports` is true, unreadable contents are reported as issues.
    let read: @Sendable (Mailbox.Contents, _ reports: Bool) -> Value

    /// Returns whether two readings are equal.
    ///
    /// If the values can't be compared, their contents are compared.
    let areEqual: @Sendable (Reading, Reading) -> Bool

    /// A value, and the contents that it was read from.
    struct Reading {
        let contents: Mailbox.Contents
        let value: Value
    }

    func reading(of contents: Mailbox.Contents, reports: Bool) -> Reading {
        Reading(contents: contents, value: read(contents, reports))
    }
}

// MARK: - Kinds

extension ObservedValue {
    /// Observes a setting.
    init(_ definition: SettingDefinition<Value>, in box: StoreBox, at location: CodeLocation) {
        self.init(
            box: box, names: [definition.storedName], location: location,
            read: { contents, reports in
                definition.value(of: contents[0], at: location) { if reports { DefaultsIssue.report($0) } }
            }, areEqual: Self.areEqual)
    }

    /// Observes a stored name.
    ///
    /// The value is nil if nothing is stored or the stored value can't be read.
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

    /// Observes several settings.
    ///
    /// The value is a tuple of their values.
    init<each Part>(
        tupleOf definitions: repeat SettingDefinition<each Part>, in box: StoreBox, at location: CodeLocation
    ) where Value == (repeat each Part) {
        var names: [String] = []
        for definition in repeat each definitions {
            // Two settings may share a name, and the same setting may be passed twice.
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
    /// Observes the keys of a domain.
    ///
    /// The value is a dictionary of the stored values by key.
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

/// The comparison of one element of a tuple.
struct Equality<Value>: Sendable {
    /// The index of the element's content.
    let place: Int

    let areEqual: @Sendable (Value, Value) -> Bool = Self.test()

    init(_ names: [String], _ name: String) {
        place = names.firstIndex(of: name) ?? names.startIndex
    }

    /// Returns a function that compares values by `==` if the type is `Equatable`, and otherwise always returns false.
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
