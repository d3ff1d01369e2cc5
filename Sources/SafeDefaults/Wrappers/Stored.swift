/// A property wrapper that gives access to a setting outside its domain.
///
/// Use it in a type such as a model or an actor, or for a local variable:
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
/// The property has the type and the default of the setting. Its projected value, `$attempts`, is the wrapper itself,
/// which has the operations of a setting: ``reset()``, ``lookup()``, ``update(fileID:line:_:)``, ``values`` and
/// ``changes``.
///
/// A function that receives a setting as a value has the same operations of it:
///
/// ```swift
/// func bump<Domain: SafeDefaults>(_ setting: DomainSetting<Domain, Int>, in store: DefaultsStore) {
///     Stored(setting, store: store).update { $0 += 1 }
/// }
/// ```
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
/// In an `@Observable` class, write `@ObservationIgnored` before `@Stored`, because the macro can't be applied to a
/// property with a wrapper. The Observation framework tracks reads of the property nevertheless:
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
/// - *Reading:* a read returns the stored value, or the default if nothing is stored, as a property of a domain does.
///   The default is evaluated at each such read. If the stored value can't be read, the default is returned, and an
///   issue is reported that names the line of the `@Stored` attribute.
/// - *Writing:* a write does the same as for a property of a domain, and isn't `mutating`. `+=` and the like read the
///   value and then write it. If the value can't be read, a property stores nothing then, and a local variable
///   replaces it. ``update(fileID:line:_:)`` is atomic.
/// - *Store:* the store passed to the initializer, or else ``DefaultsStore/standard``, even if the domain declares
///   another one: pass `store: LoginDefaults().store` then. ``DefaultsStore/standard`` is resolved at each access, so
///   each scope of `withStandard` has its own values, even with a cache.
/// - *Several wrappers:* all wrappers and domains with the same store agree, cached or not. After a write through the
///   library has returned, every read that begins returns the new value, on any thread.
/// - *Observation:* the Observation framework tracks reads. The exception is a property with ``StoredOptions/cached``
///   but without ``StoredOptions/observed``.
/// - *Copies* of the wrapper share the cache.
/// - *Threads:* the wrapper is `Sendable` if the value is. A mutable property that several threads share must be
///   protected like any other; a domain in a `let` needs no protection.
/// - *Foreign writes:* these are writes by other code or processes. Without ``StoredOptions/cached``, the next read
///   returns the new value. With it, reads return the new value once the store has noticed the write; see
///   <doc:ObservingSettings>.
@propertyWrapper
public struct Stored<Value> {
    let definition: SettingDefinition<Value>
    @usableFromInline let store: DefaultsStore
    let location: CodeLocation
    @usableFromInline let cache: CachedValue<Value>?

    /// Whether reads from the cache are tracked.
    @usableFromInline let isTracked: Bool

    /// Creates a property for a setting.
    ///
    /// - Parameters:
    ///   - setting: The setting, such as `LoginDefaults.attempts`.
    ///   - store: The store of the setting. The domain's own ``SafeDefaults/store`` has no effect here.
    ///   - options: Whether reads are cached, and whether cached reads are tracked.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init<Domain: SafeDefaults>(
        _ setting: DomainSetting<Domain, Value>, store: DefaultsStore = .standard, options: StoredOptions = [],
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        definition = setting.definition
        self.store = store.inScope
        location = CodeLocation(fileID: fileID, line: line)
        cache = options.isCached ? CachedValue(setting.definition, at: location) : nil
        isTracked = options.isObserved
    }

    /// The stored or cached value, or the default.
    ///
    /// NB: this is inlinable, because a read from the cache takes three times as long in code that isn't specialized.
    @inlinable public var wrappedValue: Value {
        get {
            guard let cache else { return storedValue() }
            if isTracked { noteRead() }
            return cache.value(in: store)
        }
        nonmutating set { write(newValue) }
        nonmutating _modify {
            var isReadable = true
            var value = valueToChange(isReadable: &isReadable)
            yield &value
            if isReadable { write(value) }
        }
    }

    /// The wrapper itself, which has the operations of a setting.
    public var projectedValue: Stored { self }

    /// Tracks a read for the Observation framework.
    @usableFromInline
    func noteRead() { store.withBox { definition.noteRead(in: $0) } }

    @usableFromInline
    func storedValue() -> Value { store.withBox { definition.value(in: $0, at: location) } }

    @usableFromInline
    func valueToChange(isReadable: inout Bool) -> Value {
        store.withBox { definition.valueToChange(in: $0, at: location, isReadable: &isReadable) }
    }

    @usableFromInline
    func write(_ value: Value) { store.withBox { definition.set(value, in: $0, at: location) } }
}

extension Stored: Sendable where Value: Sendable {}

// MARK: - Options

/// Options that determine how a ``Stored`` property is read.
///
/// ```swift
/// @Stored(LoginDefaults.theme, options: [.cached, .observed]) var theme
/// ```
///
/// NB: it isn't an `OptionSet`, whose many requirements every program would look up at its start.
public struct StoredOptions: Sendable, ExpressibleByArrayLiteral {
    fileprivate var isCached = false
    fileprivate var isObserved = false

    /// Creates options of which each is in the list.
    public init(arrayLiteral options: StoredOptions...) {
        isCached = options.contains(where: \.isCached)
        isObserved = options.contains(where: \.isObserved)
    }

    private init(isCached: Bool, isObserved: Bool) { (self.isCached, self.isObserved) = (isCached, isObserved) }

    /// Reads return a cached value.
    ///
    /// Use this for values that are read much more often than written, or that are costly to decode.
    ///
    /// **Behavior**
    ///
    /// - *Filled:* the first read after each change fills the cache with the content that the store has noticed last.
    ///   Nothing is read before that.
    /// - *Refreshed:* every change that the store notices refreshes the cache. After a write through the library has
    ///   returned, every read that begins returns the new value. For writes by other code or processes, see
    ///   <doc:ObservingSettings>. If the system doesn't report them, ``DefaultsStore/refresh()`` finds them.
    /// - *Nothing stored:* reads return the default, which is evaluated at each read.
    /// - *Unreadable values:* reads return the default. One issue is reported for each change to an unreadable value.
    /// - *Observation:* without ``observed``, the Observation framework doesn't track cached reads. A view that
    ///   reads the setting only through the cache isn't redrawn.
    /// - *Threads:* reads of one property on several threads take turns, each for a few instructions.
    /// - *Retention:* the cache lives as long as the wrapper or a copy of the wrapper, and keeps the store alive. If
    ///   the store is ``DefaultsStore/standard``, the cache keeps only the value of the store that the last read used.
    ///
    /// - Important: If the value is an object, all reads return the same object. If you change the object, later reads
    ///   see the change, but it isn't stored. Use the object on several threads only if its class is `Sendable`.
    public static let cached = StoredOptions(isCached: true, isObserved: false)

    /// Cached reads are tracked by the Observation framework, as other reads are.
    ///
    /// Tracking costs more than a cached read itself. Without ``cached``, this option has no effect, because other
    /// reads are always tracked.
    public static let observed = StoredOptions(isCached: false, isObserved: true)
}

extension Stored {
    /// Removes the stored value, so that reads return the default again.
    ///
    /// ```swift
    /// @Stored(LoginDefaults.attempts) var attempts
    /// $attempts.reset()
    /// ```
    public func reset() { definition.reset(in: store.box) }

    /// Looks up the stored value, and distinguishes a missing value from an unreadable one.
    ///
    /// No issue is reported.
    ///
    /// This always reads the store, even if the property is cached.
    ///
    /// ```swift
    /// @Stored(LoginDefaults.attempts) var attempts
    /// if case .missing = $attempts.lookup() { print("never stored") }
    /// ```
    ///
    /// - Returns: The result. If there is no value, it is ``Lookup/missing``, never the default.
    public func lookup() -> Lookup<Value> { definition.lookup(in: store.box) }

    /// Changes the value atomically.
    ///
    /// See ``SafeDefaults/update(_:fileID:line:_:)``.
    ///
    /// ```swift
    /// @Stored(LoginDefaults.attempts) var attempts
    /// $attempts.update { $0 += 1 }
    /// ```
    ///
    /// - Important: The body may be called more than once.
    /// - Parameters:
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    ///   - body: A closure that changes the value.
    /// - Returns: What the body returned in its last call.
    /// - Throws: The error that the body throws. In that case, nothing is stored.
    @discardableResult
    public func update<Result, Failure: Error>(
        fileID: StaticString = #fileID, line: UInt = #line, _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try definition.update(in: store.box, at: CodeLocation(fileID: fileID, line: line), body)
    }

    /// An asynchronous sequence of the values: the current value, then each new one.
    ///
    /// See ``SettingValues``.
    ///
    /// ```swift
    /// @Stored(LoginDefaults.attempts) var attempts
    /// for await attempts in $attempts.values { print(attempts) }
    /// ```
    public var values: SettingValues<Value> { SettingValues(observed: observed) }

    /// An asynchronous sequence of the changes, each with the old and the new value.
    ///
    /// See ``SettingChanges``. Its `observe` methods call a closure with each change, on the writer's thread or on the
    /// main actor.
    ///
    /// ```swift
    /// @Stored(LoginDefaults.attempts) var attempts
    /// let observation = $attempts.changes.observe { print($0.newValue) }
    /// for await change in $attempts.changes { print(change.oldValue, "→", change.newValue) }
    /// ```
    public var changes: SettingChanges<Value> { SettingChanges(observed: observed) }

    private var observed: ObservedValue<Value> { ObservedValue(definition, in: store.box, at: location) }
}

// MARK: - Uses that can't work

extension Stored {
    /// Unavailable: a setting has its default already.
    @available(
        *, unavailable,
        message: "the default is the setting's, declared once: write @Stored(LoginDefaults.attempts) var attempts"
    )
    public init<Domain: SafeDefaults>(
        wrappedValue: Value, _ setting: DomainSetting<Domain, Value>, store: DefaultsStore = .standard,
        options: StoredOptions = []
    ) {
        self.init(setting, store: store, options: options)
    }

    /// Unavailable: a property is made of a setting.
    @_disfavoredOverload
    @available(*, unavailable, message: "name the setting itself: @Stored(LoginDefaults.attempts) var attempts")
    public init<Root>(_ path: KeyPath<Root, Value>, store: DefaultsStore = .standard, options: StoredOptions = []) {
        Swift.fatalError()
    }
}
