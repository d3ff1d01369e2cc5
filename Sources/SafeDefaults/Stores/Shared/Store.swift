package import Foundation

/// A store of values by full stored names, of whatever kind: a plain `UserDefaults`, memory, a file, a cluster.
///
/// A ``StoreBox`` has one, and is the only one to call it for domains. It passes full names and checked values, so a
/// store knows nothing of scopes, settings and types. A store of this library's own conforms to ``PropertyListStore``,
/// and if it can prevent all others from writing, to ``ExclusiveStore``, which implements the writes.
///
/// A conforming type meets these requirements:
///
/// - *Reads* are answered from memory, on any thread, and call no other code. ``contents(named:in:through:)`` returns
///   all or none of the changes of one ``commit(_:if:through:)``.
/// - *Order.* The store orders the writes to one name. A read on the same thread finds a write that has returned. Where
///   several processes write, all of them see the writes to one name in one order.
/// - *Conditions.* ``commit(_:if:through:)`` compares and writes as one step, by a lock or by comparing and swapping.
///   It returns `false` if something that the writes depend on has changed; then nothing is written, and the caller
///   computes anew. So it returns `false` only if an attempt with newer values can succeed.
/// - *Failures* are thrown, and never retried by the caller. An error says that nothing was written, neither now nor
///   later. A store that gets no answer finds out what became of the write before it returns; if it can't in time, its
///   error says that the outcome isn't known. The store's own way of settling that must make sure that a write that is
///   repeated is made once.
/// - *Observers* are notified by the hub. The store changes what reads find in a closure that it passes to the hub's
///   `writing(to:)`, which compares before and after it, and delivers the changes before the write returns. A
///   ``ForeignChangeSource`` gives notice of changes by others. No function of the hub may be called under a lock that
///   a read takes, because the hub reads under its own.
/// - *Waiting.* The hub's lock isn't held while a store waits for a network: it writes first, and changes what reads
///   find afterwards, in `writing(to:)`. Observers may call the store, on any thread.
package protocol Store: AnyObject, Sendable {
    // MARK: - Reading

    /// Returns the value that a read finds, or nil if there is none.
    ///
    /// NB: every read comes through here.
    func value(named name: String) throws(NonPropertyListObject) -> PropertyListValue?

    /// Returns the content of a name in a layer.
    func content(named name: String, in layer: Layer, through hub: ObservationHub) -> StoredContent

    /// Returns the contents of several names in a layer, at one moment.
    ///
    /// While it isn't known what the store holds, nothing is stored in it.
    func contents(
        named names: [String], in layer: Layer, through hub: ObservationHub
    ) -> [String: StoredContent]

    /// Returns whether the store itself holds exactly a given value already, so that writing it would change nothing.
    ///
    /// Returns false if that isn't certain, because an unnecessary write does no harm.
    func holds(_ value: PropertyListValue?, named name: String, through hub: ObservationHub) -> Bool

    /// Returns the origin of the value that a read finds.
    func origin(named name: String, through hub: ObservationHub) -> ValueOrigin

    /// Returns the names with a prefix under which the store itself holds something.
    ///
    /// While they aren't known, there are none.
    ///
    /// NB: bytes are compared, because a string has a prefix only if no combining character follows it.
    func storedNames(startingWith prefix: String, through hub: ObservationHub) -> [String]

    // MARK: - Writing

    /// Throws an error if the store can't hold a value under a name. Each write throws the same error.
    func check(_ name: String) throws(DefaultsError)

    /// Stores a checked value, or removes the stored one if the new value is nil.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The full stored name.
    ///   - seen: The content that the caller has seen beneath overrides, which the store must still hold; nil if it may
    ///     hold anything.
    ///   - hub: The hub of all boxes of the store.
    /// - Returns: Whether the value was stored or removed.
    func set(
        _ value: PropertyListValue?, named name: String, over seen: StoredContent?, through hub: ObservationHub
    ) throws(DefaultsError) -> Bool

    /// Makes a transaction's writes as one change, if the store still holds the contents that they depend on.
    ///
    /// - Parameters:
    ///   - transaction: The transaction.
    ///   - isCurrent: Returns whether everything else is unchanged that the writes depend on. A store that can prevent
    ///     others from writing does so meanwhile.
    ///   - hub: The hub of all boxes of the store.
    /// - Returns: Whether the writes were made.
    func commit(
        _ transaction: StoreTransaction, if isCurrent: () -> Bool, through hub: ObservationHub
    ) throws(DefaultsError) -> Bool

    /// Whether the writes of a transaction are all stored, or none of them, even if the process is killed meanwhile.
    var keepsBatchesWhole: Bool { get }

    // MARK: - State

    /// Whether the values can be read at the moment.
    var availability: StoreAvailability { get }

    /// Returns the error of a read that has found nothing, if something may be stored all the same; otherwise nil.
    func missingValue(named name: String) -> DefaultsError?

    /// Throws an error if a change can't be computed from what was seen under a name, because the stored value can't be
    /// read yet.
    func checkChangeable(_ name: String, from seen: StoredContent) throws(DefaultsError)

    /// Throws an error if the store can't be read at the moment, or if a part of what was stored is lost.
    func checkReadable() throws(DefaultsError)

    /// Saves what was written, and returns whether it is saved. A failure is also reported as an issue.
    func flush(at location: CodeLocation?) -> Bool

    /// The property list that the values are kept in; nil if they are in no file, or in one that isn't known.
    var fileURL: URL? { get }
}

/// The layers of a store in which a content is looked up.
package enum Layer: Sendable {
    /// All that a read searches: launch arguments, the store's own values, and what is used where there is none.
    case all

    /// All but what hides the store's own values for this run only: launch arguments, environment variables, and
    /// managed values.
    ///
    /// Changes are computed from it. If the store can't look beneath them, it is the same as ``all``.
    case beneathOverrides

    /// Only what the store itself holds.
    ///
    /// If the store can't tell that from other values, it is the same as ``all``. That is the case only for a
    /// `UserDefaults` that other code has created, whose domain isn't known, and there only for a name that has a
    /// launch argument, a managed value, or a registered value equal to the one that is read.
    case own
}

/// A store that can't hold back the writers on other machines.
package protocol CrowdedStore: Store {
    /// Tries to make a change again and again, with pauses, until no other writer comes in between.
    ///
    /// After some time it tries once more, and then fails if another writer comes in between.
    ///
    /// - Parameter attempt: Makes one attempt. Returns nil if another writer came in between.
    func settling<Result, Failure: Error>(
        _ attempt: (Attempt) throws(Failure) -> Result?
    ) throws(Failure) -> Result
}

/// An attempt to change something that depends on what is stored.
package enum Attempt: Sendable {
    /// Other writers aren't held back. If one comes in between, there is another attempt.
    case amongOthers

    /// All others are held back, so what is stored needn't be compared. Only the attempt's own code can have written to
    /// the store meanwhile, and such a write is overwritten.
    case alone

    /// Other writers aren't held back. If one comes in between, the change fails.
    case last

    /// Returns whether a change is made; throws an error if it isn't, and there won't be another attempt.
    package func isSettled(_ isMade: Bool) throws(DefaultsError) -> Bool {
        if isMade || self != .last { return isMade }
        throw DefaultsError(
            .outdated, reason: "the change wasn't made, because others changed the value during each attempt")
    }
}

/// Writes to several names, which are made as one change if the store still holds the values that they depend on.
package struct StoreTransaction {
    /// The contents, by name, that the writes were computed from.
    package var expected: [String: StoredContent]

    /// Where that was seen: beneath overrides, or among what the store itself holds.
    package var layer: Layer

    /// The checked values to store, by name.
    ///
    /// A nil value removes the stored one.
    package var changes: [String: PropertyListValue?]

    /// The names whose changes are made after the others, in this order.
    ///
    /// It matters only for a plain store, where each change is a call of its own, and the process may end between two
    /// of them.
    package var lastNames: [String]

    package init(
        expected: [String: StoredContent] = [:], in layer: Layer = .beneathOverrides,
        changes: [String: PropertyListValue?] = [:], lastNames: [String] = []
    ) {
        self.expected = expected
        self.layer = layer
        self.changes = changes
        self.lastNames = lastNames
    }

    /// Creates the removal of everything stored under some names, none of which equals another, in their order.
    package init(removing names: [String]) {
        self.init()
        for name in names { put(nil, named: name) }
    }

    /// Adds a write, in place of an earlier one.
    ///
    /// Values are removed after all others are stored, in the order of the calls. So if the process ends in between, no
    /// value is lost that another one stands for.
    package mutating func put(_ value: PropertyListValue?, named name: String) {
        if changes.updateValue(value, forKey: name) != nil { lastNames.removeAll { $0 == name } }
        if value == nil { lastNames.append(name) }
    }
}

// MARK: - What most stores have in common

extension Store {
    package func check(_ name: String) {}

    package func set(
        _ value: PropertyListValue?, named name: String, over seen: StoredContent?, through hub: ObservationHub
    ) throws(DefaultsError) -> Bool {
        let expected = seen.map { [name: $0] } ?? [:]
        return try commit(StoreTransaction(expected: expected, changes: [name: value]), if: { true }, through: hub)
    }

    package var keepsBatchesWhole: Bool { false }

    package var availability: StoreAvailability { .available }

    package func missingValue(named name: String) -> DefaultsError? { nil }

    package func checkReadable() {}

    package var fileURL: URL? { nil }
}
