/// A setting's cached value, for the store to which `.standard` currently resolves.
///
/// Only the value of the store that was read last is kept. Outside of tests, `.standard` usually resolves to a single
/// store.
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
        // The old cached value is released here, outside the lock, because it may hold an object with a `deinit`.
        withExtendedLifetime(old) {}
        return new
    }
}

// Unchecked: `current` is guarded by the lock, and everything else is immutable.
extension CachedStandardValue: @unchecked Sendable where Value: Sendable {}
