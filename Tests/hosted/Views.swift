import SafeDefaultsUI
import SwiftUI

/// What the views show; its values are in a suite of their own.
struct HostedSettings: SafeDefaults {
    enum Keys: String, DefaultsKey { case count }
    struct Settings { let count = Setting(.count, default: 0) }
    static let settings = Settings()

    static let suite = "SafeDefaultsHosted"
    var store: DefaultsStore = .suite(HostedSettings.suite)
}

/// The ways in which a view can have a setting.
enum ViewKind: String, CaseIterable {
    case storedState = "@StoredState"
    case environment = "@StoredState, store by environment"
    case domain = "@State of a domain"
    case passed = "$settings.count, passed on"
    case bindings
}

/// How often each view's body ran, and what it showed last.
@MainActor enum Bodies {
    static var runs: [ViewKind: Int] = [:]
    static var shown: [ViewKind: Int] = [:]

    /// Notes that a body runs; returns what it shows.
    static func text(_ form: ViewKind, _ count: Int) -> String {
        runs[form, default: 0] += 1
        shown[form] = count
        return "\(form.rawValue): \(count)"
    }
}

struct StoredStateView: View {
    @StoredState(HostedSettings.count, store: HostedSettings().store) private var count

    var body: some View { Text(Bodies.text(.storedState, count)) }
}

struct EnvironmentView: View {
    @StoredState(HostedSettings.count) private var count

    var body: some View { Text(Bodies.text(.environment, count)) }
}

struct DomainView: View {
    @State private var settings = HostedSettings()

    var body: some View { Text(Bodies.text(.domain, settings.count)) }
}

/// Doesn't read the setting that it passes on.
struct PassingView: View {
    @State private var settings = HostedSettings()

    var body: some View { CountView(count: $settings.count) }
}

struct CountView: View {
    @Binding var count: Int

    var body: some View { Text(Bodies.text(.passed, count)) }
}

struct BindingsView: View {
    let settings = HostedSettings()

    var body: some View { Text(Bodies.text(.bindings, settings.bindings.count.wrappedValue)) }
}

struct AllViews: View {
    var body: some View {
        VStack {
            StoredStateView()
            EnvironmentView().environment(\.defaultsStore, HostedSettings().store)
            DomainView()
            PassingView()
            BindingsView()
        }
    }
}
