import SafeDefaults

extension Lookup {
    /// The value, if one is stored and can be read.
    var readable: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    var isUnreadable: Bool {
        if case .unreadable = self { true } else { false }
    }
}
