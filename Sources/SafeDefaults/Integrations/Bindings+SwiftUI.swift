#if canImport(SwiftUI)
public import SwiftUI

extension SafeDefaults {
    /// A binding to a setting, for controls.
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
    /// It reads and writes as the property does. Where Observation is there (macOS 14, iOS 17 and their like) a view that
    /// reads it in its body is drawn again when the setting changes; on older systems use ``StoredState``, which is.
    ///
    /// - Parameter path: The setting.
    /// - Returns: The binding; it holds nothing but the store.
    public func binding<Value>(for path: KeyPath<Self.Type, DomainSetting<Self, Value>>) -> Binding<Value> {
        Self.self[keyPath: path].binding(in: store)
    }
}

extension DomainSetting {
    /// A binding to the setting in a store; see ``SafeDefaults/binding(for:)``.
    ///
    /// - Parameter store: Where the setting is kept.
    /// - Returns: The binding.
    public func binding(in store: DefaultsStore) -> Binding<Value> {
        Binding {
            get(from: store)
        } set: { value, transaction in
            // So that `$attempts.animation()` animates: views are told before the setter returns.
            withTransaction(transaction) { set(value, in: store) }
        }
    }
}
#endif
