// A domain as an object of the environment, for apps that pass their settings so. The bodies aren't run.

import Observation
import SafeDefaultsUI
import SwiftUI

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private final class ReaderSettings: SafeDefaults, Observable {
    enum Keys: String, DefaultsKey { case size, tells }

    struct Settings {
        let size = Setting(.size, default: 16)
        let tells = Setting(.tells, default: true)
    }
    static let settings = Settings()

    let store: DefaultsStore

    init(store: DefaultsStore = .standard) { self.store = store }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private struct SizeView: View {
    @Environment(ReaderSettings.self) private var settings

    var body: some View {
        Form {
            Text("\(settings.size) points")
            Toggle("Tell me", isOn: settings.bindings.tells)
            Button("Larger") { settings.size += 1 }
        }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private struct Root: View {
    @State private var settings = ReaderSettings(store: .inMemory())

    var body: some View { SizeView().environment(settings) }
}
