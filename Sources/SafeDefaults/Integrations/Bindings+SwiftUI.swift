#if canImport(SwiftUI)
public import SwiftUI

extension SafeDefaults {
    /// Returns a binding to a setting, for controls.
    ///
    /// ```swift-apple
    /// import SafeDefaults
    /// import SwiftUI
    ///
    /// struct AttemptsField: View {
    ///     let login: LoginDefaults
    ///
    ///     var body: some View {
    ///         Stepper("Attempts", value: login.binding(for: \.attempts))
    ///     }
    /// }
    /// ```
    ///
    /// The binding reads and writes the setting as the property does. On systems with the Observation framework (macOS
    /// 14, iOS 17 and so on), a view that reads the binding in its body is redrawn when the setting changes. On older
    /// systems, use ``StoredState``.
    ///
    /// - Parameter path: The key path of the setting, such as `\.attempts`.
    /// - Returns: The binding, which holds only the store.
    public func binding<Value>(for path: KeyPath<Settings, DomainSetting<Self, Value>>) -> Binding<Value> {
        Self.settings[keyPath: path].binding(in: store)
    }
}

extension DomainSetting {
    /// Returns a binding to the setting in a store.
    ///
    /// See ``SafeDefaults/binding(for:)``.
    ///
    /// - Parameter store: The store of the setting.
    /// - Returns: The binding.
    public func binding(in store: DefaultsStore) -> Binding<Value> {
        Binding {
            get(from: store)
        } set: { value, transaction in
            // Views are notified before the setter returns, so `$attempts.animation()` animates.
            withTransaction(transaction) { set(value, in: store) }
        }
    }
}
#endif
