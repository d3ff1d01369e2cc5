#if !canImport(Darwin)
/// Remembers whether something has ever happened, so that code can skip work while it hasn't.
struct Occurrence: ~Copyable, Sendable {
    private let word = SharedWord()

    /// False if it has certainly not happened yet, as far as this thread can know.
    var mayHaveHappened: Bool { word.isSet }

    /// Call it before it happens.
    func note() { word.set(true) }
}
#endif
