#if canImport(Darwin)
/// Remembers whether something has ever happened, so that code can skip work while it hasn't.
///
/// Here it always may have happened, because asking would take a lock for which all threads wait, see ``SharedWord``.
struct Occurrence: Sendable {
    /// False if it has certainly not happened yet, as far as this thread can know.
    var mayHaveHappened: Bool { true }

    /// Call it before it happens.
    func note() {}
}
#endif
