/// A value to observe: the names that it depends on, and the function that reads it from their contents.
package struct ObservedValue<Value>: Sendable {
    package let box: StoreBox

    package let names: ObservedNames

    /// The source location of the call that started observing, for issues.
    let location: CodeLocation

    /// Computes the value from the contents of the names.
    ///
    /// If `reports` is true, unreadable contents are reported as issues.
    let read: @Sendable (Mailbox.Contents, _ reports: Bool) -> Value

    /// Returns whether two readings are equal.
    ///
    /// If the values can't be compared, their contents are compared.
    package let areEqual: @Sendable (Reading, Reading) -> Bool

    /// A value, and the contents that it was read from.
    package struct Reading {
        let contents: Mailbox.Contents
        package let value: Value
    }

    package func reading(of contents: [StoredContent], reports: Bool) -> Reading {
        Reading(contents: contents, value: read(contents, reports))
    }
}

// MARK: - Kinds

extension ObservedValue {
    /// Observes a setting.
    init(_ definition: SettingDefinition<Value>, in box: StoreBox, at location: CodeLocation) {
        self.init(
            box: box, names: ObservedNames([definition.storedNames], in: box), location: location,
            read: { contents, reports in
                definition.value(of: definition.content(contents), in: box, at: location) {
                    if reports { DefaultsIssue.report(box.naming($0)) }
                }
            }, areEqual: Self.areEqual)
    }

    /// Observes several settings.
    ///
    /// The value is a tuple of their values.
    init<each Part>(
        tupleOf definitions: repeat SettingDefinition<each Part>, in box: StoreBox, at location: CodeLocation
    ) where Value == (repeat each Part) {
        var settings: [[String]] = []
        for definition in repeat each definitions { settings.append(definition.storedNames) }
        let names = ObservedNames(settings, in: box)
        let tests = (repeat Equality<each Part>(names.all, (each definitions).storedNames))
        self.init(
            box: box, names: names, location: location,
            read: { contents, reports in
                (repeat (each definitions).value(
                    of: (each definitions).content((each tests).places.map { contents[$0] }), in: box, at: location,
                    ifUnreadable: { if reports { DefaultsIssue.report(box.naming($0)) } }))
            },
            areEqual: { left, right in
                let (old, new) = (left.value, right.value)
                for (test, old, new) in repeat (each tests, each old, each new) {
                    guard test.hasEqualContents(left.contents, right.contents) || test.areEqual(old, new) else {
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
    /// The value is a dictionary of the stored values by key. A value under a former name is used where the setting
    /// would use it, as it is stored.
    ///
    /// - Parameters:
    ///   - keys: The keys.
    ///   - former: The former names of settings, by stored name.
    ///   - box: The store.
    init<Key: DefaultsKey>(keys: [Key], former: [String: [String]], in box: StoreBox)
    where Value == [Key: PropertyListValue] {
        let namesByKey = keys.map { key in (key: key, names: [key.uniqueValue] + former[key.uniqueValue, default: []]) }
        let names = ObservedNames(namesByKey.map(\.names), in: box)
        self.init(
            box: box, names: names, location: CodeLocation(),
            read: { contents, _ in
                let found = Dictionary(uniqueKeysWithValues: zip(names.all, contents))
                var values: [Key: PropertyListValue] = [:]
                for (key, names) in namesByKey {
                    let content = names.lazy.compactMap { found[$0] }.first { $0 != .nothing }
                    if case .value(let value) = content { values[key] = value }
                }
                return values
            }, areEqual: { $0.value == $1.value })
    }
}

// MARK: - Equality

/// The comparison of one element of a tuple.
struct Equality<Value>: Sendable {
    /// The indexes of the element's contents.
    let places: [Int]

    let areEqual: @Sendable (Value, Value) -> Bool = Self.test()

    init(_ names: [String], _ own: [String]) {
        places = own.compactMap(names.firstIndex)
    }

    func hasEqualContents(_ left: Mailbox.Contents, _ right: Mailbox.Contents) -> Bool {
        places.allSatisfy { left[$0] == right[$0] }
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
