public import SafeDefaults

/// The difference between two snapshots, which can be printed, stored and applied.
///
/// ```swift
/// let before = login.snapshot()
/// login.attempts += 1
/// let difference = login.snapshot().difference(from: before)
/// print(difference)                            //=> login/attempts: added
/// print(difference.text(showingValues: true))  //=> login/attempts: added 1
/// ```
///
/// Its description shows names, but no values, so it is safe to log.
public struct DefaultsDifference: Sendable {
    /// The values before the change, by stored name.
    ///
    /// A name that was added has none.
    public let oldValues: [String: PropertyListValue]

    /// The values after the change, by stored name.
    ///
    /// A name that was removed has none.
    public let newValues: [String: PropertyListValue]

    /// The names of secret settings, whose values no text shows.
    ///
    /// They don't count in a comparison.
    package var secretNames: Set<String> = []

    /// The names that only the newer snapshot has a value for, sorted.
    public var added: [String] { newValues.keys.filter { oldValues[$0] == nil }.inAlphabeticalOrder() }

    /// The names that only the older snapshot has a value for, sorted.
    public var removed: [String] { oldValues.keys.filter { newValues[$0] == nil }.inAlphabeticalOrder() }

    /// The names for which both snapshots have a value, but not the same, sorted.
    public var changed: [String] { newValues.keys.filter { oldValues[$0] != nil }.inAlphabeticalOrder() }

    /// Whether there is no difference.
    public var isEmpty: Bool { oldValues.isEmpty && newValues.isEmpty }

    /// Makes this change in a store, as one change.
    ///
    /// The new values are stored, and values under names that were removed are removed. Either everything is stored, or
    /// nothing. Observers are notified once.
    ///
    /// ```swift
    /// let before = login.snapshot()
    /// login.attempts += 1
    /// let difference = login.snapshot().difference(from: before)
    /// try difference.apply(to: .suite("com.acme.copy"))
    /// ```
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - checkingOldValues: Whether to change nothing if the store doesn't hold the old values. No other write can
    ///     come between the check and the change.
    /// - Throws: A `DefaultsError` if a value can't be stored. With `checkingOldValues`, also an error of the kind
    ///   `outdated` if the store holds another value than the old one under any of the names.
    public func apply(to store: DefaultsStore, checkingOldValues: Bool = false) throws(DefaultsError) {
        try store.box.replace(
            changes.mapValues(\.new), expecting: checkingOldValues ? changes.mapValues(\.old) : nil)
    }

    /// The old and the new value of each name.
    var changes: [String: (old: PropertyListValue?, new: PropertyListValue?)] {
        let names = Set(oldValues.keys).union(newValues.keys)
        return Dictionary(
            names.map { ($0, (old: oldValues[$0], new: newValues[$0])) }, uniquingKeysWith: { first, _ in first })
    }
}

extension DefaultsSnapshot {
    /// Returns what has changed since an older snapshot.
    ///
    /// Names that only the older snapshot covers aren't part of the difference, because this snapshot doesn't know what
    /// is stored there.
    ///
    /// - Parameter older: The older snapshot.
    public func difference(from older: DefaultsSnapshot) -> DefaultsDifference {
        let different = Set(names.filter { older.values[$0] != values[$0] })
        return DefaultsDifference(
            oldValues: older.values.limited(to: different),
            newValues: values.limited(to: different),
            secretNames: secretNames.union(older.secretNames))
    }
}

extension DefaultsDifference: Equatable {
    /// Returns whether two differences have the same old and new values.
    public static func == (left: DefaultsDifference, right: DefaultsDifference) -> Bool {
        left.oldValues == right.oldValues && left.newValues == right.newValues
    }
}

// MARK: - Text

extension DefaultsDifference: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The names, sorted, each on a line of its own, and whether its value was added, removed or changed.
    ///
    /// It never contains a value.
    public var description: String { text() }

    /// The same text as ``description``.
    public var debugDescription: String { text() }

    /// The names, and whether their values were added, removed or changed, for `dump` and for debuggers.
    public var customMirror: Mirror {
        let children = changes.inAlphabeticalOrder()
            .map { (label: $0.key as String?, value: Self.text($0.value, showingValues: false) as Any) }
        return Mirror(self, children: children, displayStyle: .struct)
    }

    /// Returns the names, sorted, each on a line of its own, and what has changed.
    ///
    /// - Parameter showingValues: Whether to show the old and the new value, in JSON: `login/attempts: 3 -> 5`. Those
    ///   of settings that are declared as secret are `•••`; others may be secret, too, so don't log them.
    public func text(showingValues: Bool = false) -> String {
        changes.inAlphabeticalOrder()
            .map { name, change in
                let isSecret = secretNames.contains(name)
                let text = Self.text(change, showingValues: showingValues && !isSecret)
                return "\(name.abbreviated): \(text)" + (showingValues && isSecret ? " •••" : "")
            }
            .joined(separator: "\n")
    }

    private static func text(
        _ change: (old: PropertyListValue?, new: PropertyListValue?), showingValues: Bool
    ) -> String {
        switch (change.old.map(PropertyListJSON.line), change.new.map(PropertyListJSON.line)) {
        case (let old?, let new?): showingValues ? "\(old) -> \(new)" : "changed"
        case (let old?, nil): showingValues ? "removed \(old)" : "removed"
        case (nil, let new): showingValues ? "added \(new ?? "")" : "added"
        }
    }
}
