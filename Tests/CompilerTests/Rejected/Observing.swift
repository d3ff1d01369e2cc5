// Observing in ways that can't work: the sentence that each meets.

import Foundation
import SafeDefaults

private struct Watched: SafeDefaults {
    enum Keys: String, DefaultsKey { case count, name }

    struct Settings {
        let count = Setting(.count, default: 0)
        let name = Setting<String?>(.name)
    }
    static let settings = Settings()
    var store: DefaultsStore = .standard
}

private func names(_ watched: Watched) {
    let _ = watched.observe(\.other) { _ in }
    // expected-error@-1 {{value of type 'Watched.Settings' has no member 'other'}}
    // expected-error@-2 {{generic parameter 'Value' could not be inferred}}
    let _ = watched.observe(.count) { _ in }
    // expected-error@-1 {{type 'KeyPath<Watched.Settings, DomainSetting<Watched, Value>>' has no member 'count'}}
    // expected-error@-2 {{generic parameter 'Value' could not be inferred}}
}

private func values(_ watched: Watched) async {
    for count in watched.values(of: \.count) { print(count) }
    // expected-error@-1 {{for-in loop requires 'SettingValues<Int>' to conform to 'Sequence'}}
    let _ = watched.observe(\.count) { (count: Int) in print(count) }
    // expected-error@-1 {{cannot convert value of type '@Sendable (Int) -> ()' to expected argument type '@Sendable (Change<Int>) -> Void'}}
    var count = 0
    let _ = watched.observe(\.count) { count = $0 }
    // expected-error@-1 {{cannot assign value of type 'Change<Int>' to type 'Int'}}
    watched.values(of: \.count).observe { _ in }
    // expected-error@-1 {{value of type 'SettingValues<Int>' has no member 'observe'}}
    watched.changes(of: \.count, \.name).observe { print($0.changedKeys()) }
    // expected-error@-1 {{instance method 'changedKeys()' requires the types '(Int, Optional<String>)' and '[Key : PropertyListValue]' be equivalent}}
    // expected-error@-2 {{generic parameter 'Key' could not be inferred}}
}

private func isolation(_ watched: Watched) {
    var total = 0
    let _ = watched.observe(\.count) { total += $0.newValue }
    // expected-error@-1 {{mutation of captured var 'total' in concurrently-executing code}}
    let _ = watched.observe(\.count) { show($0.newValue) }
    // expected-error@-1 {{call to main actor-isolated global function 'show' in a synchronous nonisolated context}}
    print(total)
}

@MainActor private final class Model {
    var count = 0
    var observation: DefaultsObservation?

    func begin(_ watched: Watched) {
        observation = watched.observe(\.count) { self.count = $0.newValue }
        // expected-error@-1 {{main actor-isolated property 'count' can not be mutated from a Sendable closure}}
        observation = watched.observe(\.count) { @MainActor in self.count = $0.newValue }
        // expected-error@-1 {{converting function value of type '@MainActor @Sendable (Change<Int>) -> ()' to '@Sendable (Change<Int>) -> Void' loses global actor 'MainActor'}}
        observation = watched.observe(\.count, on: .main) { self.count = $0.newValue }
        // expected-error@-1 {{type 'MainActor.Type' has no member 'main'}}
    }
}

@MainActor private func show(_ count: Int) {}

private func unused(_ watched: Watched) {
    watched.observe(\.count) { _ in }
    // expected-warning@-1 {{result of call to 'observe(_:initial:fileID:line:_:)' is unused}}
}
