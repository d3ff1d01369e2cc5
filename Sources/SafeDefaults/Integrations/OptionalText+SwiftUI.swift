#if canImport(SwiftUI)
public import SwiftUI

extension Binding where Value == String? {
    /// A binding to the text for a text field, which needs a string that isn't optional.
    ///
    /// ```swift-apple
    /// import SafeDefaults
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
    ///   text field can't be cleared. Declare the setting with `rememberingNil: true`, or as a `String`.
    ///
    /// The binding keeps the transaction of this one, as in `$nick.animation().orEmpty`. It works for every binding to
    /// an optional string, whether or not it is to a setting.
    public var orEmpty: Binding<String> { self[dynamicMember: \.orEmpty] }
}
#endif
