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
