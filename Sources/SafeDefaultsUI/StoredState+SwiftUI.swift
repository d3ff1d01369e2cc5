#if canImport(SwiftUI)
public import SwiftUI

/// A property wrapper that gives a SwiftUI view access to a setting and redraws the view when the setting changes.
///
/// <!-- apple -->
/// ```swift
/// import SafeDefaultsUI
/// import SwiftUI
///
/// struct AttemptsView: View {
///     @StoredState(LoginDefaults.attempts) private var attempts
///
///     var body: some View {
///         Stepper("Attempts: \(attempts)", value: $attempts)
///     }
/// }
/// ```
///
/// The name combines SwiftUI's `State` with this library's `Stored`, because the value is state that outlives the view.
///
/// **Behavior**
///
/// - *Value:* each read returns the stored value, or the default if nothing is stored, as a property of a domain does.
///   If the stored value can't be read, the default is returned and an issue is reported. An assignment replaces it; a
///   change in place, such as `attempts += 1`, is refused.
/// - *Store:* the store passed to the initializer. If there is none, it is the environment's `defaultsStore`, which is
///   `.standard` unless you set it. If the domain declares another store, such as an app group's, pass
///   `store: LoginDefaults().store`, or set the environment's.
/// - *Redrawing:* the view is redrawn after each noticed change of the stored form, on whichever thread it is made, and
///   even if the new value equals the old one. See <doc:ObservingSettings> for the changes that are noticed. A change
///   inside `withAnimation` is animated.
/// - *Retention:* the observation begins with the first drawing and ends with the view.
/// - *Outside a view:* the property can be read and written, but nothing is redrawn. SwiftUI logs a warning for each
///   read, because it reads a `State`; use the domain there.
///
/// - Important: This type was written and type-checked on Linux. It hasn't been run on a device yet; see
///   <doc:SwiftUIAndObservation>.
@propertyWrapper
public struct StoredState<Domain: SafeDefaults, Value>: DynamicProperty {
    @Environment(\.defaultsStore) private var environmentStore
    // NB: in Apple's 27 SDKs the attribute `@State` is a macro (TN3211). What it makes of a property isn't a `State`,
    // and its plugin comes with Xcode alone. A stored property of this type works with all SDKs: SwiftUI finds the
    // dynamic properties of a view by their types, and keeps the first value for as long as the view has its identity.
    // `@Environment` is a property wrapper there, too.
    private let trigger = State(wrappedValue: RedrawTrigger())
    private let redraws = State(wrappedValue: 0)

    private let setting: DomainSetting<Domain, Value>
    private let ownStore: DefaultsStore?

    /// Creates a property for a setting.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - store: The store of the setting, or `nil` for the store of the environment. `.suite("…")` is one store for
    ///     one name. A store over a `UserDefaults` that the view creates is another one at each drawing, and each is
    ///     observed until the process ends: create that object once.
    public init(_ setting: DomainSetting<Domain, Value>, store: DefaultsStore? = nil) {
        self.setting = setting
        ownStore = store?.inScope
    }

    /// The stored value, or the default if nothing is stored.
    ///
    /// If you assign a value, it is stored.
    public var wrappedValue: Value {
        get {
            // This read tells SwiftUI that the view depends on the setting.
            _ = redraws.wrappedValue
            return setting.definition.value(in: store)
        }
        nonmutating set { setting.definition.set(newValue, in: store) }
        nonmutating _modify {
            _ = redraws.wrappedValue
            var isReadable = true
            var value = setting.definition.valueToChange(in: store, isReadable: &isReadable)
            yield &value
            if isReadable { setting.definition.set(value, in: store) }
        }
    }

    /// A binding to the setting, for controls.
    public var projectedValue: Binding<Value> {
        // This read tells SwiftUI that the view depends on the setting, even if it only passes the binding to another
        // view.
        _ = redraws.wrappedValue
        return setting.binding(in: store)
    }

    /// Observes the setting in its current store.
    ///
    /// SwiftUI calls this before each drawing.
    public func update() {
        let redraws = redraws
        trigger.wrappedValue.show(setting.definition.storedNames, in: store.box) { redraws.wrappedValue = $0 }
    }

    /// Removes the stored value, so that the view shows the default again.
    ///
    /// <!-- apple -->
    /// ```swift
    /// import SafeDefaultsUI
    /// import SwiftUI
    ///
    /// struct AttemptsRow: View {
    ///     @StoredState(LoginDefaults.attempts) private var attempts
    ///
    ///     var body: some View {
    ///         Button("Reset \(attempts)") { _attempts.reset() }
    ///     }
    /// }
    /// ```
    public func reset() { setting.definition.reset(in: store.box) }

    private var store: DefaultsStore { ownStore ?? environmentStore }
}

extension StoredState {
    /// Unavailable: a setting has its default already.
    @available(
        *, unavailable,
        message: "the default is the setting's, declared once: write @StoredState(LoginDefaults.attempts) var attempts"
    )
    public init(wrappedValue: Value, _ setting: DomainSetting<Domain, Value>, store: DefaultsStore? = nil) {
        self.init(setting, store: store)
    }
}

// MARK: - The store of a tree of views

extension EnvironmentValues {
    /// The store of ``SafeDefaultsUI/StoredState`` properties that have no store of their own.
    ///
    /// It is `.standard` unless you set another.
    ///
    /// <!-- apple -->
    /// ```swift
    /// import SafeDefaultsUI
    /// import SwiftUI
    ///
    /// struct ResetButton: View {
    ///     @Environment(\.defaultsStore) private var store
    ///
    ///     var body: some View {
    ///         Button("Reset") { LoginDefaults(store: store).removeAll() }
    ///     }
    /// }
    /// ```
    public var defaultsStore: DefaultsStore {
        get { self[DefaultsStoreKey.self] }
        set { self[DefaultsStoreKey.self] = newValue }
    }
}

private struct DefaultsStoreKey: EnvironmentKey {
    // The store is created at each access, because `.standard` remembers the scope in which it was created.
    static var defaultValue: DefaultsStore { .standard }
}
#endif
