/// A value to observe: the names that it depends on, and the function that reads it from their contents.
package struct ObservedValue<Value>: Sendable {
    package let box: StoreBox

    package let names: ObservedNames

    /// Computes the value from the contents of the names.
    ///
    /// If `reports` is true, unreadable contents are reported as issues.
    let read: @Sendable (Mailbox.Contents, _ reports: Bool) -> Value

    /// Returns whether two readings are equal.
    ///
    /// If the values can't be compared, their contents are compared.
    let areEqual: @Sendable (Reading, Reading) -> Bool

    /// A value, and the contents that it was read from.
    package struct Reading {
        let contents: Mailbox.Contents
        package let value: Value
    }

    package func reading(of contents: [StoredContent], reports: Bool) -> Reading {
        Reading(contents: contents, value: read(contents, reports))
    }

    /// Returns the change between two readings, or nil if they are equal; without an old one, the initial change.
    package func change(from old: Reading?, to new: Reading) -> Change<Value>? {
        guard let old else { return Change(oldValue: new.value, newValue: new.value, isInitial: true) }
        return areEqual(old, new) ? nil : Change(oldValue: old.value, newValue: new.value, isInitial: false)
    }
}

// MARK: - Kinds

extension ObservedValue {
    /// Observes a setting.
    init(_ definition: SettingDefinition<Value>, in box: StoreBox, at location: CodeLocation) {
        let names = ObservedNames([definition.storedNames], in: box)
        let setting = ObservedSetting(definition, among: names, in: box, at: location)
        self.init(
            box: box, names: names, read: setting.value,
            areEqual: { setting.areEqual($0.contents, $1.contents, $0.value, $1.value) })
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
        let parts = (repeat ObservedSetting(each definitions, among: names, in: box, at: location))
        self.init(
            box: box, names: names,
            read: { contents, reports in (repeat (each parts).value((each parts).own(contents), reports)) },
            areEqual: { left, right in
                let (old, new) = (left.value, right.value)
                for (part, old, new) in repeat (each parts, each old, each new) {
                    guard part.areEqual(left.contents, right.contents, old, new) else { return false }
                }
                return true
            })
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
            box: box, names: names,
            read: { contents, _ in
                let found = Dictionary(keepingLast: Array(zip(names.all, contents)))
                var values: [Key: PropertyListValue] = [:]
                for (key, names) in namesByKey {
                    let content = names.compactMap { found[box.fullName($0)] }.first { $0 != .nothing }
                    if case .value(let value) = content { values[key] = value }
                }
                return values
            }, areEqual: { $0.value == $1.value })
    }
}

// MARK: - One setting

/// A setting, alone or among others that are observed together.
private struct ObservedSetting<Value>: Sendable {
    private let definition: SettingDefinition<Value>
    private let box: StoreBox

    /// The source location of the call that started observing, for issues.
    private let location: CodeLocation

    /// The indexes of the setting's contents among the observed ones.
    private let places: [Int]

    /// Whether values are compared by `==`; otherwise only their contents are compared.
    private let isEquatable = Value.self is any Equatable.Type

    init(
        _ definition: SettingDefinition<Value>, among names: ObservedNames, in box: StoreBox,
        at location: CodeLocation
    ) {
        (self.definition, self.box, self.location) = (definition, box, location)
        places = definition.storedNames.compactMap { names.all.firstIndex(of: box.fullName($0)) }
    }

    /// Returns the setting's own contents among the observed ones.
    func own(_ contents: Mailbox.Contents) -> Mailbox.Contents { places.map { contents[$0] } }

    func value(_ contents: Mailbox.Contents, _ reports: Bool) -> Value {
        definition.value(of: definition.content(contents), in: box, at: location) {
            if reports { DefaultsIssue.report($0) }
        }
    }

    func areEqual(_ left: Mailbox.Contents, _ right: Mailbox.Contents, _ old: Value, _ new: Value) -> Bool {
        if places.allSatisfy({ left[$0] == right[$0] }) { return true }
        guard isEquatable, let old = old as? any Equatable else { return false }
        func equalsNew<Known: Equatable>(_ old: Known) -> Bool { new as? Known == old }
        return equalsNew(old)
    }
}
