extension SharedWord {
    /// Whether the number isn't 0.
    @inlinable package var isSet: Bool { value != 0 }

    @inlinable package func set(_ isSet: Bool) { set(isSet ? 1 as UInt : 0) }
}
