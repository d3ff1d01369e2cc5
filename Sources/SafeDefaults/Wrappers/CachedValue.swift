/// A setting's value in memory, as one store has it, until the store's hub tells of a change.
///
/// It is made of what the hub knows, not of what is stored by then: so a foreign write that the hub finds later is a
/// change for both or for neither.
@usableFromInline
final class CachedValue<Value> {
    let box: StoreBox

    private let definition: SettingDefinition<Value>
    private let location: CodeLocation
    private let subscription = Locked<HubSubscription?>(nil)
    @usableFromInline let mark: CacheMark

    /// The value that the mark's `heldGeneration` is of, nil for the default; guarded by its lock.
    @exclusivity(unchecked) @usableFromInline var held: Held?

    /// An object, so that it is handed out as one pointer while the lock is held.
    @usableFromInline
    final class Held {
        @usableFromInline let value: Value

        init(_ value: Value) { self.value = value }
    }

    init(_ definition: SettingDefinition<Value>, in box: StoreBox, at location: CodeLocation) {
        self.definition = definition
        self.box = box
        self.location = location
        mark = CacheMark(definition.storedName)
    }

    /// The value that a read gives.
    @inlinable var value: Value {
        guard mark.beginReading() else { return refilled() }
        let value = held?.value
        mark.endReading()
        return value ?? fallback()
    }

    /// Counts a read for Observation.
    @usableFromInline
    func noteRead() { box.noteRead(of: mark.name) }

    @usableFromInline
    func fallback() -> Value { definition.fallback() }

    /// The value made anew, and kept unless a change has come in between.
    @usableFromInline
    func refilled() -> Value {
        listen()
        let (content, generation) = mark.lock.withLock { (mark.content, mark.generation) }
        // Somebody's code makes the value, so no lock is held.
        var issue: DefaultsIssue?
        let value = definition.value(of: content, at: location) { issue = $0 }
        keep(issue == nil && content != .nothing ? Held(value) : nil, of: generation)
        if let issue, mark.lock.withLock({ mark.claimReport(of: generation) }) { DefaultsIssue.report(issue) }
        return value
    }

    private func keep(_ new: Held?, of generation: Int) {
        let old = mark.lock.withLock {
            guard mark.generation == generation else { return nil as Held? }
            defer { (held, mark.heldGeneration) = (new, generation) }
            return held
        }
        // Let go of here, not under the lock: it may be somebody's object.
        withExtendedLifetime(old) {}
    }

    /// Begins to hear of changes, if that isn't done yet.
    private func listen() {
        guard subscription.withLock({ $0 == nil }) else { return }
        // Not under a lock: it takes the hub's, which another thread may hold and read this value.
        let (_, new) = HubSubscription.begin([mark.name], in: box) { [mark] contents in
            mark.note(contents[0])
            return mark
        }
        // Another thread may have been quicker; the mark hears of changes by either.
        let unneeded: HubSubscription? = subscription.withLock { current in
            if current != nil { return new }
            current = new
            return nil
        }
        unneeded?.end()
    }
}

// Unchecked: `held` is guarded by the mark's lock, and all else is immutable.
extension CachedValue: @unchecked Sendable where Value: Sendable {}
