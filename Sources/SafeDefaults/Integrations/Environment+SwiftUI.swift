#if canImport(SwiftUI)
public import SwiftUI

extension EnvironmentValues {
    /// The store of ``StoredState`` properties that have no store of their own.
    ///
    /// It is `.standard` unless you set another.
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
    // The store is created at each access, because `.standard` remembers the scope in which it was created.
    static var defaultValue: DefaultsStore { .standard }
}

#endif
