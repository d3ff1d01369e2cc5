// Where values come from. The Observation framework tracks these calls like reads.

extension DomainSetting {
    /// Returns where the setting's value comes from.
    ///
    /// The origin of an unreadable value is where it is, although a read returns the default.
    ///
    /// ```swift
    /// print(LoginDefaults.attempts.origin(in: login.store))  // such as "launch argument", "stored" or "default"
    /// ```
    ///
    /// A store over a `UserDefaults` that other code has created doesn't know the name of its domain. Of a stored value
    /// that equals the registered one, it says that it is registered.
    ///
    /// - Parameter store: The store to read.
    /// - Returns: The origin.
    public func origin(in store: DefaultsStore = .standard) -> ValueOrigin {
        definition.origin(in: store.box)
    }
}

extension DefaultsStore {
    /// Returns where the value under a key comes from.
    ///
    /// Use it for a key without a setting. A setting has ``DomainSetting/origin(in:)``, which knows its former names.
    ///
    /// ```swift
    /// print(login.store.origin(of: LoginDefaults.Keys.theme))
    /// ```
    ///
    /// - Parameter key: The key.
    /// - Returns: The origin. It is ``ValueOrigin/default`` if there is no value.
    public func origin(of key: some DefaultsKey) -> ValueOrigin {
        box.origin(named: key.uniqueValue)
    }
}
