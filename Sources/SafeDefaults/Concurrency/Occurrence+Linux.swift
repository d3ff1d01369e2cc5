#if !canImport(Darwin)
/// Remembers whether something has ever happened, so that code can skip work while it hasn't.
struct Occurrence: ~Copyable, Sendable {
    private let word = SharedWord()

    /// Whether it may have happened.
    ///
    /// If this is false, nothing that this thread can know of has called ``note()``.
    var mayHaveHappened: Bool { word.isSet }

    /// Call it before it happens.
    func note() { word.set(true) }
}
#endif
