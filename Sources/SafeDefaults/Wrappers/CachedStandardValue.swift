/// A setting's value in memory, as the store has it that `.standard` stands for at the moment.
///
/// One store's value is kept, that of the last read: outside of tests there is no other.
@usableFromInline
final class CachedStandardValue<Value> {
    private let definition: SettingDefinition<Value>
    private let location: CodeLocation
    private let lock = PlainLock()

    /// Guarded by the lock.
    private var current: CachedValue<Value>?

    init(_ definition: SettingDefinition<Value>, at location: CodeLocation) {
        self.definition = definition
        self.location = location
    }

    deinit { lock.free() }

    /// The value in memory as a store has it.
    @usableFromInline
    func cache(in box: StoreBox) -> CachedValue<Value> {
        lock.lock()
        let old = current
        if let old, old.box == box {
            lock.unlock()
            return old
        }
        let new = CachedValue(definition, in: box, at: location)
        current = new
        lock.unlock()
        // The old one is let go of here, not under the lock: it may hold somebody's object.
        withExtendedLifetime(old) {}
        return new
    }
}

// Unchecked: `current` is guarded by the lock, and all else is immutable.
extension CachedStandardValue: @unchecked Sendable where Value: Sendable {}
