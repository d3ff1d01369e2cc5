/// A setting's cached value for the store that `.standard` stands for at the moment.
///
/// The value of one store is kept, that of the last read: outside of tests there is no other.
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

    /// Returns the cached value for a store.
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
        // The old one is released here, outside the lock, because it may hold an object with a `deinit`.
        withExtendedLifetime(old) {}
        return new
    }
}

// Unchecked: `current` is guarded by the lock, and everything else is immutable.
extension CachedStandardValue: @unchecked Sendable where Value: Sendable {}
