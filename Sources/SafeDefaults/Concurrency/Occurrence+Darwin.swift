#if canImport(Darwin)
/// Remembers whether something has ever happened, so that code can skip work while it hasn't.
///
/// Here it always may have happened, because asking would take a lock for which all threads wait, see ``SharedWord``.
struct Occurrence: Sendable {
    /// Whether it may have happened.
    ///
    /// If this is false, nothing that this thread can know of has called ``note()``.
    var mayHaveHappened: Bool { true }

    /// Call it before it happens.
    func note() {}
}
#endif
