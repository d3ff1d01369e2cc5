import Foundation

/// Orders the writes to one `UserDefaults` object, and finds and delivers its changes.
///
/// A write takes the hub's lock, and the content is compared before and after the write. After a notice of a foreign
/// write, the content is compared as well. So storing an equal value is never a change, and a change of which the hub
/// has two notices is delivered once.
///
/// Receivers take note of a change under the lock, so that all of them see changes in one order. Other code runs after
/// the lock has been released (``DeferredActions``): the thread that wrote wakes tasks and notifies the Observation
/// framework, and one thread at a time calls closures, in order.
///
/// A write to a plain store, which is a `UserDefaults` whose class isn't this library's, may run other code too. So it
/// is decided on under the lock, and made without it. ``UnfinishedWrites`` explains this, and why no two threads wait
/// for each other.
///
/// This file holds the state and the receivers. `+Locking` has the lock and writes, and delivers changes; `+Comparing`
/// finds them; `+PlainWrites` is for plain stores. `ReadTracking` adds tracked reads.
///
/// Unchecked: `lock` guards every stored property that changes.
package final class ObservationHub: @unchecked Sendable {
    /// How many times something is read and computed anew because others write meanwhile, before it is done once more
    /// while other threads' writes are held back.
    package static let attempts = 32

    /// Recursive, because a source may give notice of a write while the write is being made.
    let lock = RecursiveLock()

    /// Held by the thread that is holding back other threads' writes.
    ///
    /// Any other thread holds it only for a moment.
    let exclusion = RecursiveLock()

    // Exclusivity is unchecked, here and below: the lock ensures it, and the check takes longer than the lock.

    /// The thread that is holding back other threads' writes; 0 if there is none.
    @exclusivity(unchecked) var excluder: UInt = 0

    @exclusivity(unchecked) var watched: [String: WatchedName] = [:]
    @exclusivity(unchecked) var actions = DeferredActions()
    private var lastIdentifier = 0

    /// Comparisons that are deferred until this thread's write or batch of writes is complete.
    @exclusivity(unchecked) var deferredComparisons: [(ObservationHub) -> Void] = []

    /// The `StoreBox` of a plain store, from its first tracked read on.
    ///
    /// It keeps the store alive. A store that is created again for each read must find this hub again, and nothing
    /// shows when the last tracked reader is gone.
    var holder: AnyObject?

    /// The store of this library's own; nil if the store is plain.
    let own: (any PropertyListStore)?

    /// The plain store, to which writes are made without the lock; nil if the store is one of this library's own.
    let plain: (any PlainValues)?

    /// Increases with everything that makes earlier reads of a plain store out of date: each write that is decided on,
    /// each change that is found, and each notice of a foreign write.
    @exclusivity(unchecked) var revision = 0

    /// The writes to the plain store that have been decided on and not made yet.
    @exclusivity(unchecked) var unfinished = UnfinishedWrites()

    /// Set while there are unfinished writes, so that a read has to ask the hub.
    ///
    /// It can be read without the lock.
    let hasUnfinishedWrites = SharedWord()

    let tracker = ReadTracking.makeTracker()

    /// The names of whose changes the Observation framework is notified.
    ///
    /// A name is never removed.
    let trackedNames = Locked<Set<String>>([])

    /// The source of notices of foreign writes; nil if there is none.
    ///
    /// It is set before anyone else uses the hub.
    @exclusivity(unchecked) package var source: (any ForeignChangeSource)?

    /// The object over a store of this library's own; nil if there is none.
    ///
    /// It is set before anyone else uses the hub. It retains the hub, and lives for as long as something is written.
    @exclusivity(unchecked) unowned var object: UserDefaults?

    /// Creates the hub of a store of this library's own.
    package init(of store: any PropertyListStore) { (own, plain) = (store, nil) }

    /// Creates the hub of a plain store.
    init(over plain: any PlainValues) { (own, self.plain) = (nil, plain) }

    // MARK: - Receivers

    /// Adds a receiver of the changes of some names.
    ///
    /// - Parameters:
    ///   - names: The names, without duplicates.
    ///   - make: Makes the receiver from the current contents of the names, in their order. The receiver gets every
    ///     later change.
    /// - Returns: The receiver, and the registration with which it can be removed.
    @_semantics("optimize.sil.specialize.generic.never")
    func add<Receiver: ChangeReceiver>(
        for names: [String], _ make: ([StoredContent]) -> Receiver
    ) -> (receiver: Receiver, registration: Registration) {
        // Registered before anything is read, so that a foreign write after the read is noticed.
        for name in names { source?.register(name) }
        return underLock(knowing: { names }) { contents in
            noteChanges(in: contents)
            let receiver = make(contents.map { watch($0.0, content: $0.1).content })
            lastIdentifier += 1
            for name in names { watched[name]?.receivers.append((lastIdentifier, receiver)) }
            return (receiver, Registration(identifier: lastIdentifier, names: names))
        }
    }

    /// The registration of a receiver with the hub.
    struct Registration: Sendable {
        let identifier: Int
        let names: [String]
    }

    /// Removes a receiver.
    ///
    /// Call it once.
    func remove(_ registration: Registration) {
        var removed: [WatchedName.Receiver] = []
        underLock {
            for name in registration.names {
                guard let entry = watched[name] else { continue }
                removed += entry.receivers
                entry.receivers.removeAll { $0.identifier == registration.identifier }
                if entry.receivers.isEmpty, !entry.isTracked { watched[name] = nil }
            }
        }
        // The receiver is released here and not under the lock, because it may retain objects of other code.
        withExtendedLifetime(removed) {}
        for name in registration.names { source?.unregister(name) }
    }

    /// Begins to watch a name whose content is known.
    ///
    /// Call it under the lock.
    func watch(_ name: String, content: StoredContent) -> WatchedName {
        if let entry = watched[name] { return entry }
        let entry = WatchedName(content)
        watched[name] = entry
        // From now on, a thread that is about to write to the name has to compare its content.
        revision &+= 1
        return entry
    }
}

/// A stored name with the receivers of its changes.
///
/// Guarded by the hub's lock.
final class WatchedName {
    typealias Receiver = (identifier: Int, receiver: any ChangeReceiver)

    /// The content that was found when the name was last compared.
    var content: StoredContent

    /// Whether the Observation framework is notified of changes.
    ///
    /// It is never reset, because the framework doesn't tell when the last tracked reader is gone.
    var isTracked = false

    /// The receivers, in the order in which they were added, which is also that of their identifiers.
    var receivers: [Receiver] = []

    init(_ content: StoredContent) { self.content = content }

    /// Returns each receiver once, in the order in which they were added.
    static func distinct(_ receivers: [Receiver]) -> [Receiver] {
        receivers.sortedBySharedCode { $0.identifier < $1.identifier }.reduce(into: []) { distinct, next in
            if next.identifier != distinct.last?.identifier { distinct.append(next) }
        }
    }
}
