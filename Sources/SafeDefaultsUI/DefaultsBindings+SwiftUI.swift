#if canImport(SwiftUI)
public import SwiftUI

/// Bindings to the settings of a domain, for the controls of a view.
///
/// Get them from a domain, as ``SafeDefaults/SafeDefaults/bindings``. Each setting is a property, even one whose
/// name is that of a member of the domain, such as `url`:
///
/// <!-- apple -->
/// ```swift
/// import SafeDefaultsUI
/// import SwiftUI
///
/// struct AttemptsField: View {
///     let login: LoginDefaults
///
///     var body: some View {
///         Stepper("Attempts: \(login.attempts)", value: login.bindings.attempts)
///     }
/// }
/// ```
///
/// **Behavior**
///
/// - *Value:* a binding reads and writes the setting as the property of the domain does. If nothing is stored, it has
///   the default. If the stored value can't be read, it has the default, and an issue is reported. If a value can't be
///   stored, the previous value is kept and an issue is reported.
/// - *Part of a value:* `profile.bindings.address.city` is a binding to a property of a struct. A write to it reads the
///   struct, changes it, and stores it. Another thread may write in between. If the stored struct can't be read, the
///   write replaces it.
/// - *Store:* that of the domain.
/// - *Redrawing:* the Observation framework redraws a view whose body reads the setting, so this needs macOS 14, iOS
///   17, tvOS 17 or watchOS 10. On older systems, use ``StoredState``.
/// - *Animation:* the transaction of a binding, as in `login.bindings.theme.animation()`, is that of the write.
/// - *Threads:* the setting itself can be read and written on any thread.
///
/// - Important: This type was written and type-checked on Linux. It hasn't been run on a device yet; see
///   <doc:SwiftUIAndObservation>.
@dynamicMemberLookup
public struct DefaultsBindings<Domain: SafeDefaults>: Sendable {
    private let store: DefaultsStore

    fileprivate init(in store: DefaultsStore) { self.store = store }

    /// A binding to a setting.
    ///
    /// <!-- apple -->
    /// ```swift
    /// let attempts: Binding<Int> = login.bindings.attempts
    /// attempts.wrappedValue += 1
    /// ```
    public subscript<Value>(
        dynamicMember path: KeyPath<Domain.Settings, DomainSetting<Domain, Value>>
    ) -> Binding<Value> {
        Domain.settings[keyPath: path].binding(in: store)
    }
}

// MARK: - Making bindings

extension SafeDefaults {
    /// Bindings to the domain's settings, for controls.
    ///
    /// <!-- apple -->
    /// ```swift
    /// import SafeDefaultsUI
    /// import SwiftUI
    ///
    /// struct AttemptsStepper: View {
    ///     var body: some View {
    ///         Stepper("Attempts", value: LoginDefaults().bindings.attempts)
    ///     }
    /// }
    /// ```
    ///
    /// See ``SafeDefaultsUI/DefaultsBindings`` for what is read, stored and redrawn.
    public var bindings: DefaultsBindings<Self> { DefaultsBindings(in: store.inScope) }
}

extension DomainSetting {
    /// Returns a binding to the setting in a store.
    ///
    /// For a setting that is known by name, ``SafeDefaults/SafeDefaults/bindings`` is shorter. Use this for one that is
    /// passed as a value:
    ///
    /// <!-- apple -->
    /// ```swift
    /// import SafeDefaultsUI
    /// import SwiftUI
    ///
    /// struct NumberField<Domain: SafeDefaults>: View {
    ///     let setting: DomainSetting<Domain, Int>
    ///
    ///     var body: some View {
    ///         Stepper(setting.name, value: setting.binding(in: .standard))
    ///     }
    /// }
    /// ```
    ///
    /// See ``SafeDefaultsUI/DefaultsBindings`` for what is read, stored and redrawn.
    ///
    /// - Parameter store: The store of the setting.
    /// - Returns: The binding.
    public func binding(in store: DefaultsStore) -> Binding<Value> {
        let store = store.inScope
        return Binding {
            definition.value(in: store)
        } set: { value, transaction in
            // Views are notified before the setter returns, so `$attempts.animation()` animates. A binding without that
            // has an empty transaction, which mustn't replace the one of a `withAnimation` around the change.
            if transaction.mayBeEmpty {
                definition.set(value, in: store)
            } else {
                withTransaction(transaction) { definition.set(value, in: store) }
            }
        }
    }
}

extension Transaction {
    /// Whether nothing is known to be in the transaction, and `withTransaction` would replace another one by it.
    ///
    /// NB: since macOS 14 and iOS 17, `withTransaction` adds to the transaction that is there, for programs built with
    /// the SDKs of these systems or newer ones; earlier systems replace it. A transaction doesn't tell whether it has a
    /// key of the app's own, but such keys are as new.
    fileprivate var mayBeEmpty: Bool {
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) { return false }
        return animation == nil && !disablesAnimations && !isContinuous
    }
}

// MARK: - Text fields

extension Binding where Value == String? {
    /// A binding to the text for a text field, which needs a string that isn't optional.
    ///
    /// <!-- apple -->
    /// ```swift
    /// import SafeDefaultsUI
    /// import SwiftUI
    ///
    /// struct NickDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case nick }
    ///     struct Settings { let nick = Setting<String?>(.nick) }
    ///     static let settings = Settings()
    /// }
    ///
    /// struct NickField: View {
    ///     @StoredState(NickDefaults.nick) private var nick
    ///
    ///     var body: some View {
    ///         TextField("Nick", text: $nick.orEmpty)
    ///     }
    /// }
    /// ```
    ///
    /// `nil` is read as an empty string, and an empty string is written as `nil`. So a text field that was cleared, or
    /// that was never filled in, leaves nothing stored, and `nick == nil` is the only question to ask. A string of
    /// spaces isn't empty, and is written as it is.
    ///
    /// - Important: Writing `nil` to a setting with a default other than `nil` makes it return the default again, so a
    ///   text field can't be cleared. Declare the setting with `rememberingNil()`, or as a `String`.
    ///
    /// The binding keeps the transaction of this one, as in `$nick.animation().orEmpty`. It works for every binding to
    /// an optional string, whether or not it is to a setting.
    public var orEmpty: Binding<String> { self[dynamicMember: \.orEmpty] }
}
#endif
