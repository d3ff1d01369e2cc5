// A Codable type without an isolation: accepted wherever a type belongs to no actor by default.

import SafeDefaults

private struct Plain: Codable { var count = 0 }

private struct PlainDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case plain }

    struct Settings {
        let plain = Setting(.plain, default: Plain())
        let optional = Setting<Plain?>(.plain)
    }
    static let settings = Settings()
}

private func uses() {
    PlainDefaults().plain.count += 1
    PlainDefaults().set(Plain(), forKey: .plain)
    let _: Plain? = PlainDefaults().value(Plain.self, forKey: .plain)
}

// MARK: - Types that conform where they don't conform by themselves

private class Base: Codable, DefaultsValue { var count = 0 }
private final class Derived: Base {}
private struct Conditional<Element> { var element: Element }
extension Conditional: Codable where Element: Codable {}
extension Conditional: DefaultsValue where Element: Codable {}

extension PlainDefaults.Settings {
    fileprivate var derived: PlainDefaults.Setting<Derived> { .init(.plain, default: Derived()) }
    fileprivate var conditional: PlainDefaults.Setting<Conditional<Int>> {
        .init(.plain, default: Conditional(element: 1))
    }
}
