// Where types are isolated to the main actor by default, so is a store that is declared once. Swift 5 accepts its use.

import SafeDefaults

private struct GroupDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case size }
    struct Settings { let size = Setting(.size, default: 16) }
    static let settings = Settings()

    var store = DefaultsStore.group
    // expected-error@-1 {{main actor-isolated default value in a nonisolated context}}
}

private struct OtherDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case size }
    struct Settings { let size = Setting(.size, default: 16) }
    static let settings = Settings()

    var store = DefaultsStore.otherGroup
}

extension DefaultsStore {
    fileprivate static let group = DefaultsStore.suite("group.com.acme")
    fileprivate nonisolated static let otherGroup = DefaultsStore.suite("group.com.acme.other")
}
