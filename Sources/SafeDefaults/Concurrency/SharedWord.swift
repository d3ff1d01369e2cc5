extension SharedWord {
    /// Whether the number isn't 0.
    var isSet: Bool { value != 0 }

    func set(_ isSet: Bool) { set(isSet ? 1 as UInt : 0) }
}
