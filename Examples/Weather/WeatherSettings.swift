// In both targets: the app's and the widget's.

import SafeDefaults

enum Scale: String, CaseIterable, DefaultsValue { case celsius, fahrenheit }

struct WeatherSettings: SafeDefaults {
    enum Keys: String, DefaultsKey { case city, scale }

    struct Settings {
        let city = Setting(.city, default: "Rome")
        let scale = Setting(.scale, default: Scale.celsius)
    }
    static let settings = Settings()

    var store = DefaultsStore.weather
}

extension DefaultsStore {
    /// The App Group of both targets.
    ///
    /// It is `nonisolated` because settings belong to no actor, and Xcode isolates what a new app declares to the main
    /// actor.
    nonisolated static let weather = DefaultsStore.suite("group.com.acme.weather")
}
