// Properties of settings, in every kind of declaration.

import Foundation
import Observation
import SafeDefaults

private enum Tint: String, DefaultsValue { case light, dark }

private struct Login: SafeDefaults {
    enum Keys: String, DefaultsKey { case attempts, name, tint, names }

    struct Settings {
        let attempts = Setting(.attempts, default: 0)
        let name = Setting<String?>(.name)
        let tint = Setting(.tint, default: Tint.light)
        let names = Setting<[String]>(.names, default: [])
    }
    static let settings = Settings()
    var store: DefaultsStore = .standard
}

// MARK: - Places

private struct InStruct {
    @Stored(Login.attempts) var attempts
    @Stored(Login.name) var name
    @Stored(Login.tint, options: .cached) private(set) var tint
    @Stored(Login.names, store: .suite("com.acme.shop"), options: [.cached, .observed]) var names: [String]
    var other = 1
}

private struct Chosen {
    @Stored var attempts: Int
    @Stored var name: String?

    init(store: DefaultsStore) {
        _attempts = Stored(Login.attempts, store: store)
        _name = Stored(Login.name, store: store, options: .cached)
    }
}

private final class InClass {
    @Stored(Login.attempts) var attempts
    lazy var twice = attempts * 2
}

private actor InActor {
    @Stored(Login.attempts, options: .cached) var attempts

    func add() { attempts += 1 }
    func reset() { $attempts.reset() }
}

@MainActor private enum Globals {
    @Stored(Login.attempts) static var attempts
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable private final class Screen {
    @ObservationIgnored @Stored(Login.attempts) var attempts
    var title = ""
}

// MARK: - Uses

private func uses(_ session: InStruct, _ object: InClass) async throws {
    @Stored(Login.attempts) var attempts
    attempts += 1
    session.name = nil
    session.names.append("a")
    let _: Lookup<Int> = session.$attempts.lookup()
    session.$attempts.update { $0 += 1 }
    struct Failure: Error {}
    try session.$attempts.update { (_: inout Int) throws(Failure) in throw Failure() }
    for await change in session.$name.changes { let _: String? = change.oldValue }
    let tokens = [
        session.$attempts.changes.observe { _ in }, session.$attempts.changes.observe(initial: true) { _ in },
        session.$attempts.changes.observe(on: MainActor.self) { print($0.newValue) },
    ]
    _ = (tokens, Chosen(store: .inMemory()).attempts)
    await InActor().add()
    let shared: any Sendable = Stored(Login.attempts, options: .cached)
    _ = shared
}
