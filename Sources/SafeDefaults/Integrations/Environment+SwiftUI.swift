#if canImport(SwiftUI)
public import SwiftUI

extension EnvironmentValues {
    /// The store of the settings of ``StoredState`` properties that have none of their own; `.standard` unless it is set.
    ///
    /// ```swift-apple
    /// import SafeDefaults
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
    // Made anew each time: a `.standard` remembers the scope in which it was made.
    static var defaultValue: DefaultsStore { .standard }
}

extension View {
    /// Sets the store of the settings that this view and those in it show.
    ///
    /// ```swift-apple
    /// import SafeDefaults
    /// import SwiftUI
    ///
    /// struct RootView: View {
    ///     var body: some View {
    ///         Text("Hello").defaultsStore(.suite("group.com.acme"))
    ///     }
    /// }
    /// ```
    ///
    /// It reaches ``StoredState`` properties that have no store of their own; domains that the view makes itself have
    /// theirs.
    ///
    /// - Parameter store: The store.
    /// - Returns: The view, with the store in its environment.
    public func defaultsStore(_ store: DefaultsStore) -> some View {
        environment(\.defaultsStore, store)
    }
}
#endif
