/// A setting's cached value, for the store to which `.standard` currently resolves.
///
/// Only the value of the store that was read last is kept. Outside of tests, `.standard` usually resolves to a single
/// store.
@usableFromInline
final class CachedStandardValue<Value> {
    private let definition: SettingDefinition<Value>
    private let location: CodeLocation
    private let lock = CacheReceiver.sharedLock

    /// Guarded by the receivers' lock.
    @exclusivity(unchecked) private var current: CachedValue<Value>?

    /// The same object as `current`, without reference counting, which would slow down readers on other processors.
    @exclusivity(unchecked) @usableFromInline var uncountedCurrent: Unmanaged<CachedValue<Value>>?

    init(_ definition: SettingDefinition<Value>, at location: CodeLocation) {
        self.definition = definition
        self.location = location
    }

    /// Returns the cached value, or the default if nothing is stored.
    ///
    /// - Parameter store: The store, which is ``DefaultsStore/standard``.
    @inlinable
    func value(in store: DefaultsStore) -> Value {
        guard let part = beginReading(in: store) else { return refilled(in: store) }
        let value = uncountedCurrent?._withUnsafeGuaranteedRef { current in
            current.uncountedHeld?._withUnsafeGuaranteedRef { $0.value }
        }
        part.unlock()
        return (value ?? nil) ?? fallback()
    }

    /// Takes the receivers' lock for reading if the value is cached for the store and current.
    ///
    /// - Returns: The part of the lock that the caller has to release; nil if there is no such value.
    @usableFromInline
    func beginReading(in store: DefaultsStore) -> PlainLock? {
        store.withBox { box in
            let part = lock.lockForReading()
            if uncountedCurrent?._withUnsafeGuaranteedRef({ $0.box === box && $0.receiver.isCurrent }) == true {
                return part
            }
            part.unlock()
            return nil
        }
    }

    @usableFromInline
    func fallback() -> Value { definition.fallback() }

    @usableFromInline
    func refilled(in store: DefaultsStore) -> Value { cache(in: store.box).value }

    /// Returns the cached value for a store.
    private func cache(in box: StoreBox) -> CachedValue<Value> {
        if let found = lock.whileReading({ current }), found.box == box { return found }
        let new = CachedValue(definition, in: box, at: location)
        let (old, found) = lock.withLock {
            let old = current
            if let old, old.box == box { return (nil as CachedValue<Value>?, old) }
            current = new
            uncountedCurrent = .passUnretained(new)
            return (old, new)
        }
        // The old cached value is released here, outside the lock, because it may hold an object with a `deinit`.
        withExtendedLifetime(old) {}
        return found
    }
}

// Unchecked: `current` and `uncountedCurrent` are guarded by the receivers' lock, and everything else is immutable.
extension CachedStandardValue: @unchecked Sendable where Value: Sendable {}
