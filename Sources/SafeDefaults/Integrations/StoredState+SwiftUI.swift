#if canImport(SwiftUI)
public import SwiftUI

/// A setting as a property of a view, which is drawn again when the setting changes.
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
/// The name is SwiftUI's `State` and this library's `Stored`: state that outlives the view, since it is stored.
///
/// **Behavior**
///
/// - *Value:* what a property of a domain gives, read from the store each time; the default where nothing is stored, and
///   where something unreadable is, with an issue.
/// - *Store:* the argument; else that of the environment, `defaultsStore`; else `.standard`.
/// - *Drawn again:* after any write that is heard of (<doc:ObservingSettings>), on any thread, also of an equal value of a
///   type that has two stored forms. A change inside `withAnimation` is animated.
/// - *Retention:* the observation begins at the first drawing and ends with the view.
/// - *Outside of a view* it reads and writes, and draws nothing.
///
/// - Important: Written and type-checked on Linux, not run on a device yet: see <doc:SwiftUIAndObservation>.
@propertyWrapper
public struct StoredState<Domain: SafeDefaults, Value>: DynamicProperty {
    @Environment(\.defaultsStore) private var environmentStore
    @State private var trigger = RedrawTrigger()
    @State private var redraws = 0

    private let setting: DomainSetting<Domain, Value>
    private let ownStore: DefaultsStore?

    /// Wraps a setting.
    ///
    /// - Parameters:
    ///   - setting: The setting.
    ///   - store: Where to keep it; the environment's store for `nil`.
    public init(_ setting: DomainSetting<Domain, Value>, store: DefaultsStore? = nil) {
        self.setting = setting
        ownStore = store
    }

    /// The value as a read of the setting gives it; what is assigned is stored.
    public var wrappedValue: Value {
        get {
            // Read so that SwiftUI knows that the view depends on it.
            _ = redraws
            return setting.get(from: store)
        }
        nonmutating set { setting.set(newValue, in: store) }
    }

    /// A binding to the setting, for controls.
    public var projectedValue: Binding<Value> {
        // Read here too: a view that only hands on the binding depends on the setting as well.
        _ = redraws
        return setting.binding(in: store)
    }

    /// Called by SwiftUI before each drawing; observes the setting in the store that it has now.
    public func update() {
        let redraws = _redraws
        trigger.show(setting.storedName, in: store.box) { redraws.wrappedValue = $0 }
    }

    private var store: DefaultsStore { ownStore ?? environmentStore }
}
#endif
