import Foundation
import SafeDefaultsUI
import SwiftUI

/// The screen on which people change the settings.
struct SettingsScreen: View {
    @StoredState(ReaderSettings.theme) private var theme
    @StoredState(ReaderSettings.fontSize) private var fontSize
    @StoredState(ReaderSettings.showsProgress) private var showsProgress
    @StoredState(ReaderSettings.readerName) private var readerName
    @Environment(\.defaultsStore) private var store

    var body: some View {
        Form {
            Section("Appearance") {
                Picker("Theme", selection: $theme) {
                    ForEach(Theme.allCases, id: \.self) { Text($0.rawValue.capitalized) }
                }
                Stepper("Text size: \(fontSize)", value: $fontSize, in: 10...32)
            }
            Section("Reading") {
                Toggle("Show the progress", isOn: $showsProgress)
                TextField("Your name", text: $readerName.orEmpty)
            }
            Button("Restore the defaults") { ReaderSettings(store: store).removeAll() }
        }
    }
}

/// A preview with a store of its own, so that it changes nothing.
struct SettingsScreenPreviews: PreviewProvider {
    static let store = {
        let reader = ReaderSettings(store: .inMemory())
        reader.theme = .dark
        reader.readerName = "Bastian"
        return reader.store
    }()

    static var previews: some View {
        SettingsScreen().environment(\.defaultsStore, store)
    }
}
