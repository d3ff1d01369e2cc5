extension SharedWord {
    /// Whether the number is another than 0.
    var isSet: Bool { value != 0 }

    func set(_ isSet: Bool) { set(isSet ? 1 as UInt : 0) }
}
