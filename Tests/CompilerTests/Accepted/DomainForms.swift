// Every kind of type that can be a domain, and every place for its settings.

import Foundation
import SafeDefaults

// MARK: - Kinds of domain

/// The smallest domain.
private struct Least: SafeDefaults {
    enum Keys: String, DefaultsKey { case one }
}

private struct WithComputedStore: SafeDefaults {
    enum Keys: String, DefaultsKey { case one }
    struct Settings { let one = Setting(.one, default: 1) }
    static let settings = Settings()
    var user: Int
    var store: DefaultsStore { .suite("user-\(user)") }
}

private enum EnumDomain: SafeDefaults {
    enum Keys: String, DefaultsKey { case one }
    struct Settings { let one = Setting(.one, default: 1) }
    static let settings = Settings()

    case shared
}

private final class FinalClass: SafeDefaults {
    enum Keys: String, DefaultsKey { case one }
    struct Settings { let one = Setting(.one, default: 1) }
    static let settings = Settings()
    let store: DefaultsStore
    init(store: DefaultsStore = .standard) { self.store = store }
}

private actor ActorDomain: SafeDefaults {
    enum Keys: String, DefaultsKey { case one }
    struct Settings { let one = Setting(.one, default: 1) }
    static let settings = Settings()

    nonisolated var store: DefaultsStore { .standard }
}

private struct Generic<Tag: Sendable>: SafeDefaults {
    enum Keys: String, DefaultsKey { case one }

    struct Settings { let one = Setting(.one, default: 1) }
    static var settings: Settings { Settings() }
    var tag: Tag
    var store: DefaultsStore = .standard
}

private struct GenericValue<Value: DefaultsValue & Sendable>: SafeDefaults {
    enum Keys: String, DefaultsKey { case value }
    struct Settings { let optional = Setting<Value?>(.value) }
    static var settings: Settings { Settings() }
}

@MainActor private final class Screen {
    struct ScreenDefaults: SafeDefaults {
        enum Keys: String, DefaultsKey { case one }
        struct Settings { let one = Setting(.one, default: 1) }
        static let settings = Settings()
    }

    let settings = ScreenDefaults()
    func count() { settings.one += 1 }
}

// MARK: - Places for settings

private struct Spread: SafeDefaults {
    enum Keys: String, DefaultsKey, CaseIterable { case one, two, three, door }

    struct Settings {
        let one = Setting(.one, default: 1)
        fileprivate let hidden = Setting(.two, default: "x")
    }
    static let settings = Settings()

    var text: String { self.hidden }
    func count() {
        self.one += 1
        self.hidden.append("y")
        update(\.one) { $0 += 1 }
    }
}

extension Spread.Settings {
    nonisolated fileprivate var two: Spread.Setting<String?> { Spread.Setting(.two) }
    nonisolated fileprivate var three: Spread.Setting<[Int]> { .init(.three, default: [1]) }
    nonisolated fileprivate subscript(door number: Int) -> Spread.Setting<Bool> { .init(.door, default: number > 3) }
}

// MARK: - Uses

nonisolated private func uses() async {
    Least().set(1, forKey: .one)
    WithComputedStore(user: 7).one += 1
    EnumDomain.shared.one += 1
    FinalClass().one += 1
    ActorDomain().one += 1
    Generic(tag: 1).one += 1
    GenericValue<Int>().optional = 3
    await Screen().count()
    let spread = Spread()
    spread.one += 1
    spread.two = "x"
    spread.three.append(2)
    spread.update(\.[door: 4]) { $0.toggle() }
    spread[Spread.settings[door: 4]].toggle()
    spread.count()
    let _: String = spread.text
}
