// Where values come from. The Observation framework tracks these calls like reads.

extension SafeDefaults {
    /// Returns where the value of a setting comes from.
    ///
    /// The origin of an unreadable value is where it is, although a read returns the default.
    ///
    /// ```swift
    /// print(login.origin(of: \.attempts))  // such as "launch argument", "stored" or "default"
    /// ```
    ///
    /// A store over a `UserDefaults` that other code has created doesn't know the name of its domain. Of a stored value
    /// that equals the registered one, it says that it is registered.
    ///
    /// - Parameter path: The key path of the setting, such as `\.attempts`.
    /// - Returns: The origin.
    public func origin<Value>(of path: KeyPath<Settings, DomainSetting<Self, Value>>) -> ValueOrigin {
        definition(path).origin(in: store.box)
    }

    /// Returns where the value under a key comes from.
    ///
    /// - Parameter key: The key.
    /// - Returns: The origin. It is ``ValueOrigin/default`` if there is no value.
    public func origin(forKey key: Keys) -> ValueOrigin {
        store.box.origin(named: key.uniqueValue)
    }
}

extension DomainSetting {
    /// Returns where the setting's value comes from.
    ///
    /// ```swift
    /// let isChosen = LoginDefaults.theme.origin() == .stored
    /// ```
    ///
    /// - Parameter store: The store to read.
    /// - Returns: The origin.
    public func origin(in store: DefaultsStore = .standard) -> ValueOrigin {
        definition.origin(in: store.box)
    }
}
