#if canImport(SwiftUI)
public import SwiftUI

/// A property wrapper for a setting in a SwiftUI view, which is redrawn when the setting changes.
///
/// ```swift-apple
/// import SafeDefaults
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
/// The name combines SwiftUI's `State` and this library's `Stored`: it is state that outlives the view.
///
/// **Behavior**
///
/// - *Value:* as a property of a domain, read from the store each time: the stored value, or the default if nothing is
///   stored or it can't be read, which is reported as an issue.
/// - *Store:* the argument, or else that of the environment, `defaultsStore`, or else `.standard`.
/// - *Redrawing:* after every write that is noticed (<doc:ObservingSettings>), on any thread, and also after a write of
///   an equal value in another stored form. A change inside `withAnimation` is animated.
/// - *Retention:* the observation begins with the first drawing and ends with the view.
/// - *Outside a view* it reads and writes, but redraws nothing.
///
/// - Important: Written and type-checked on Linux, not run on a device yet: see <doc:SwiftUIAndObservation>.
@propertyWrapper
public struct StoredState<Domain: SafeDefaults, Value>: DynamicProperty {
    @Environment(\.defaultsStore) private var environmentStore
    @State private var trigger = RedrawTrigger()
    @State private var redraws = 0

    private let setting: DomainSetting<Domain, Value>
    private let ownStore: DefaultsStore?

    /// Creates a property of a setting.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - store: The store of the setting, or `nil` for the store of the environment.
    public init(_ setting: DomainSetting<Domain, Value>, store: DefaultsStore? = nil) {
        self.setting = setting
        ownStore = store
    }

    /// The stored value or the default.
    ///
    /// Assigning a value stores it.
    public var wrappedValue: Value {
        get {
            // This read tells SwiftUI that the view depends on the setting.
            _ = redraws
            return setting.get(from: store)
        }
        nonmutating set { setting.set(newValue, in: store) }
    }

    /// A binding to the setting, for controls.
    public var projectedValue: Binding<Value> {
        // This read tells SwiftUI that a view which only passes the binding on depends on the setting too.
        _ = redraws
        return setting.binding(in: store)
    }

    /// Observes the setting in its current store.
    ///
    /// SwiftUI calls this before each drawing.
    public func update() {
        let redraws = _redraws
        trigger.show(setting.storedName, in: store.box) { redraws.wrappedValue = $0 }
    }

    private var store: DefaultsStore { ownStore ?? environmentStore }
}
#endif
