import SafeDefaults

extension Lookup {
    /// The value, if one is stored and can be read.
    var readable: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    var isUnreadable: Bool {
        if case .unreadable = self { true } else { false }
    }

    /// The error, if the value can't be read.
    var unreadableError: DefaultsError? {
        if case .unreadable(let error) = self { error } else { nil }
    }
}

extension SafeDefaults {
    /// The result of a lookup by key.
    func lookup<Value: DefaultsValue>(_ type: Value.Type, forKey key: Keys) -> Lookup<Value> {
        Lookup { () throws(DefaultsError) in try read(type, forKey: key) }
    }

    @_disfavoredOverload
    func lookup<Value: Codable & SendableMetatype>(_ type: Value.Type, forKey key: Keys) -> Lookup<Value> {
        Lookup { () throws(DefaultsError) in try read(type, forKey: key) }
    }
}
