// In the app's target.

import SafeDefaultsUI
import SwiftUI
import WidgetKit

@main struct WeatherApp: App {
    /// Asks for new widgets whenever a setting changes, as long as the app runs.
    private let observation = WeatherSettings().changes(of: \.city, \.scale).observe { _ in
        WidgetCenter.shared.reloadAllTimelines()
    }

    var body: some Scene {
        WindowGroup {
            WeatherScreen().environment(\.defaultsStore, .weather)
        }
    }
}

struct WeatherScreen: View {
    @StoredState(WeatherSettings.city) private var city
    @StoredState(WeatherSettings.scale) private var scale

    var body: some View {
        Form {
            TextField("City", text: $city)
            Picker("Scale", selection: $scale) {
                ForEach(Scale.allCases, id: \.self) { Text($0.rawValue) }
            }
        }
    }
}
