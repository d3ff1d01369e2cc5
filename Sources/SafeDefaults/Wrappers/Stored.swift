/// A setting as a property of a type that isn't a domain: a model, a view controller, an actor, a local variable.
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
/// The type and the default are the setting's. The projection, `$attempts`, is the wrapper itself, with the verbs of a
/// setting: ``reset()``, ``lookup()``, ``update(fileID:line:_:)``, ``values``, ``changes`` and ``observe(initial:_:)``.
///
/// To choose the store where the property isn't declared, declare it with its type and assign the wrapper:
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
/// In an `@Observable` class it stands behind `@ObservationIgnored`, because that macro can't be applied to a property
/// with a wrapper. Reads are tracked all the same:
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
/// - *Reading:* what a property of a domain gives: the stored value, or the default where nothing is stored, evaluated at
///   each read; for something unreadable the default and an issue, which names the line of the `@Stored`.
/// - *Writing:* as by a property of a domain; needs no `var` and no `mutating`. `+=` and the like are a read and then a
///   write; ``update(fileID:line:_:)`` is one step.
/// - *Store:* ``DefaultsStore/standard`` is decided at each access, so a scope of `withStandard` has its own values, in
///   memory too.
/// - *Several of them:* any number of wrappers and domains over one store agree, cached or not: a read that begins after
///   a write through the library has ended sees it, on every thread.
/// - *Observation:* a read where reads are tracked is tracked, unless ``StoredOptions/cached`` is given without
///   ``StoredOptions/observed``.
/// - *Copies:* of the wrapper share what is kept in memory.
/// - *Threads:* the wrapper may be used from several where the value is `Sendable`; a mutable property that several
///   threads share is the compiler's business, as ever. Where that is in the way, use a `let` domain.
/// - *Foreign writes:* read at once without ``StoredOptions/cached``; with it, once the store's hub has heard of them: see
///   <doc:ObservingSettings>.
@propertyWrapper
public struct Stored<Value> {
    let definition: SettingDefinition<Value>
    @usableFromInline let store: DefaultsStore
    let location: CodeLocation

    /// What is in memory, for a store that is always the same.
    private let cache: CachedValue<Value>?

    /// The same, for the quick way: counting who uses it takes as long as all else that a read from memory does.
    @usableFromInline let uncountedCache: Unmanaged<CachedValue<Value>>?

    /// What is in memory, for ``DefaultsStore/standard``.
    @usableFromInline let standardCache: CachedStandardValue<Value>?

    /// Whether reads that are answered from memory are tracked.
    @usableFromInline let isTracked: Bool

    /// Makes a property of a setting.
    ///
    /// - Parameters:
    ///   - setting: The setting, such as `LoginDefaults.attempts`.
    ///   - store: Where it is kept.
    ///   - options: Whether reads are answered from memory, and whether such reads are tracked.
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

    /// The setting's value: stored or kept in memory, or the default.
    ///
    /// Inlinable for the reads that memory answers: generic code takes three times as long for them.
    @inlinable public var wrappedValue: Value {
        get {
            if let uncountedCache { return uncountedCache._withUnsafeGuaranteedRef { value(of: $0) } }
            if let standardCache { return value(of: standardCache.cache(in: store.box)) }
            return storedValue()
        }
        nonmutating set { write(newValue) }
    }

    /// The wrapper itself, with the verbs of a setting.
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
