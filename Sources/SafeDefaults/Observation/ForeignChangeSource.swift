/// Where a hub hears of writes that didn't come through it: KVO on Apple systems, the file of a store that has one.
///
/// The source tells the hub by ``ObservationHub/noticeForeignChange(of:)`` or ``ObservationHub/noticeForeignChanges()``,
/// on any thread, at any time and as often as it likes: the hub compares what is stored with what it knows, so that a
/// notice too many is no change too many.
protocol ForeignChangeSource: AnyObject, Sendable {
    /// Begins to listen for writes to a name.
    ///
    /// Called outside every lock. When it returns, every later write is noticed.
    func register(_ name: String)

    /// Ends what a call of ``register(_:)`` began.
    ///
    /// Calls for one name may come in any order, as those of two threads do: a source counts them, or keeps listening.
    func unregister(_ name: String)

    /// Waits until no other thread is in the middle of anything; for the thread that forks.
    func beginFork()

    /// Goes on after a fork, in both processes.
    func endFork()
}

extension ForeignChangeSource {
    func beginFork() {}
    func endFork() {}
}
