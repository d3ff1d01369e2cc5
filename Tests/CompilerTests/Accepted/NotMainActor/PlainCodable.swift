// A Codable type without an isolation: accepted wherever a type belongs to no actor by default.

import SafeDefaults

private struct Plain: Codable { var count = 0 }

private struct PlainDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case plain }

    static let plain = Setting(.plain, default: Plain())
    static let optional = Setting<Plain?>(.plain)
}

private func uses() {
    PlainDefaults().plain.count += 1
    PlainDefaults().set(Plain(), forKey: .plain)
    let _: Plain? = PlainDefaults().value(forKey: .plain)
}

// MARK: - Types that conform where they don't conform by themselves

private class Base: Codable, DefaultsValue { var count = 0 }
private final class Derived: Base {}
private struct Conditional<Element> { var element: Element }
extension Conditional: Codable where Element: Codable {}
extension Conditional: DefaultsValue where Element: Codable {}

extension PlainDefaults {
    static let derived = Setting(.plain, default: Derived())
    static let conditional = Setting(.plain, default: Conditional(element: 1))
}
