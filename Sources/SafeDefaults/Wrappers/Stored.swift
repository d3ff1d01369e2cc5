/// A property wrapper for a setting in a type that isn't a domain, such as a model or an actor, or for a local
/// variable.
///
/// ```swift
/// final class LoginModel {
///     @Stored(LoginDefaults.attempts) var attempts
///
///     func fail() {
///         $attempts.update { $0 += 1 }
///         print(attempts)
///     }
/// }
/// ```
///
/// The type and the default are the setting's. The projection, `$attempts`, is the wrapper itself, with the operations
/// of a setting: ``reset()``, ``lookup()``, ``update(fileID:line:_:)``, ``values``, ``changes`` and
/// ``observe(initial:_:)``.
///
/// To choose the store in an initializer, declare the property with its type and assign the wrapper:
///
/// ```swift
/// struct Session {
///     @Stored var attempts: Int
///
///     init(store: DefaultsStore) {
///         _attempts = Stored(LoginDefaults.attempts, store: store, options: .cached)
///     }
/// }
/// ```
///
/// In an `@Observable` class, write `@ObservationIgnored` before it, because the macro can't be applied to a property
/// with a wrapper. Reads are tracked nevertheless:
///
/// ```swift
/// import Observation
///
/// @Observable final class Screen {
///     @ObservationIgnored @Stored(LoginDefaults.attempts) var attempts
/// }
/// ```
///
/// **Behavior**
///
/// - *Reading:* as a property of a domain: the stored value, or the default if nothing is stored, which is evaluated at
///   each read. If what is stored can't be read, the default is returned and an issue with the line of the `@Stored` is
///   reported.
/// - *Writing:* as a property of a domain; it needs no `var` and isn't `mutating`. `+=` and the like are a read
///   followed by a write; ``update(fileID:line:_:)`` is atomic.
/// - *Store:* ``DefaultsStore/standard`` is resolved at each access, so each scope of `withStandard` has its own
///   values, also in the cache.
/// - *Several wrappers:* all wrappers and domains over one store agree, cached or not: a read that begins after a write
///   through the library has returned sees it, on every thread.
/// - *Observation:* the framework tracks reads, unless ``StoredOptions/cached`` is given without
///   ``StoredOptions/observed``.
/// - *Copies* of the wrapper share the cache.
/// - *Threads:* the wrapper is `Sendable` if the value is. A mutable property that several threads share must be
///   protected like any other; a domain in a `let` needs no protection.
/// - *Foreign writes:* read at once without ``StoredOptions/cached``. With it, they are read when the store has noticed
///   them; see <doc:ObservingSettings>.
@propertyWrapper
public struct Stored<Value> {
    let definition: SettingDefinition<Value>
    @usableFromInline let store: DefaultsStore
    let location: CodeLocation

    /// The cached value, for a store that is always the same.
    private let cache: CachedValue<Value>?

    /// The same object without reference counting.
    ///
    /// NB: counting takes as long as everything else that a read from the cache does.
    @usableFromInline let uncountedCache: Unmanaged<CachedValue<Value>>?

    /// The cached value, for ``DefaultsStore/standard``.
    @usableFromInline let standardCache: CachedStandardValue<Value>?

    /// Whether reads from the cache are tracked.
    @usableFromInline let isTracked: Bool

    /// Creates a property of a setting.
    ///
    /// - Parameters:
    ///   - setting: The setting, such as `LoginDefaults.attempts`.
    ///   - store: The store of the setting.
    ///   - options: Whether reads are cached, and whether cached reads are tracked.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init<Domain: SafeDefaults>(
        _ setting: DomainSetting<Domain, Value>, store: DefaultsStore = .standard, options: StoredOptions = [],
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        definition = setting.definition
        self.store = store
        let location = CodeLocation(fileID: fileID, line: line)
        self.location = location
        let (isCached, box) = (options.contains(.cached), store.fixedBox)
        cache = isCached ? box.map { CachedValue(setting.definition, in: $0, at: location) } : nil
        uncountedCache = cache.map(Unmanaged.passUnretained)
        standardCache = isCached && box == nil ? CachedStandardValue(setting.definition, at: location) : nil
        isTracked = options.contains(.observed)
    }

    /// The stored or cached value, or the default.
    ///
    /// NB: inlinable for reads from the cache, for which generic code takes three times as long.
    @inlinable public var wrappedValue: Value {
        get {
            if let uncountedCache { return uncountedCache._withUnsafeGuaranteedRef { value(of: $0) } }
            if let standardCache { return value(of: standardCache.cache(in: store.box)) }
            return storedValue()
        }
        nonmutating set { write(newValue) }
    }

    /// The wrapper itself, with the operations of a setting.
    public var projectedValue: Stored { self }

    @inlinable
    func value(of cache: CachedValue<Value>) -> Value {
        if isTracked { cache.noteRead() }
        return cache.value
    }

    @usableFromInline
    func storedValue() -> Value { definition.value(in: store.box, at: location) }

    @usableFromInline
    func write(_ value: Value) { definition.set(value, in: store.box, at: location) }
}

extension Stored: Sendable where Value: Sendable {}
