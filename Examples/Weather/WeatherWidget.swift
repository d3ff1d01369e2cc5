// In the widget's target.

import Foundation
import SafeDefaults
import SwiftUI
import WidgetKit

struct WeatherEntry: TimelineEntry {
    let date: Date
    let city: String
    let scale: Scale

    /// What the settings say now.
    static var current: WeatherEntry {
        let settings = WeatherSettings()
        return WeatherEntry(date: Date(), city: settings.city, scale: settings.scale)
    }
}

struct WeatherProvider: TimelineProvider {
    func placeholder(in context: Context) -> WeatherEntry { .current }

    func getSnapshot(in context: Context, completion: @escaping (WeatherEntry) -> Void) {
        completion(.current)
    }

    /// Gives one entry, which stays until the app asks for a new one.
    func getTimeline(in context: Context, completion: @escaping (Timeline<WeatherEntry>) -> Void) {
        completion(Timeline(entries: [.current], policy: .never))
    }
}

@main struct WeatherWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "weather", provider: WeatherProvider()) { entry in
            Text("\(entry.city) in \(entry.scale.rawValue)")
                .containerBackground(.background, for: .widget)
        }
    }
}
