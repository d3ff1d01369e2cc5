// Every form of a setting's declaration that is storable as a DefaultsValue, and the type that each gets.

import Foundation
import SafeDefaults

private enum Tint: String, DefaultsValue { case light, dark }
private struct Both: Codable, DefaultsValue { var count = 0 }

private struct FormDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case one, two }

    struct Settings {
        // With a default, whose type the setting has.
        let integer = Setting(.one, default: 0)
        let real = Setting(.one, default: 0.5)
        let text = Setting(.one, default: "")
        let tint = Setting(.one, default: Tint.light)
        let dictionary = Setting(.one, default: ["a": 1])
        let both = Setting(.one, default: Both())
        let mixed = Setting(.one, default: PropertyListValue.array([1, "two", 3.5]))

        let writtenEmptyDictionary = Setting<[String: Both]>(.one, default: [:])
        let writtenMixed = Setting<PropertyListValue>(.one, default: ["a": 1, "b": ["x", true]])

        // Optional, without a default or with one.
        let optionalDate = Setting<Date?>(.one)
        let spelledOut = Setting<Optional<Int>>(.one)
        let optionalThree = Setting<Int?>(.one, default: 3)
        let twiceOptional = Setting<Int??>(.one)

        // Dynamic defaults, from anything that any thread may call.
        let made = Setting(.one, default: FormDefaults.makeDefault())
        let branching = Setting(.one, default: ProcessInfo.processInfo.processorCount > 1 ? Tint.dark : .light)

        // When writes reach the store.
        let lazy = Setting(.two, default: 0).storingOnlyChanges()

        // Which values are allowed.
        let checked = Setting(.two, default: "").allowed { $0.count == 4 }
        let checkedTwice = Setting(.two, default: 2, in: 0...10).allowed { $0 % 2 == 0 }.allowed { $0 != 6 }
        let checkedByFunction = Setting(.two, default: 0).allowed(FormDefaults.isSmall)
        let all = Setting<[Int]?>(.two, default: [], formerly: "two").allowed { $0.count < 3 }.rememberingNil()
            .storingOnlyChanges()

        subscript(step number: Int) -> Setting<Int> { Setting(.two, default: number) }
    }
    static let settings = Settings()

    static func makeDefault() -> Int { 5 }
    @Sendable static func isSmall(_ number: Int) -> Bool { number < 10 }
}

/// The types of the settings; a default of another type wouldn't compile.
private func types() {
    let _: DomainSetting<FormDefaults, Int> = FormDefaults.settings.integer
    let _: DomainSetting<FormDefaults, Double> = FormDefaults.settings.real
    let _: DomainSetting<FormDefaults, String> = FormDefaults.settings.text
    let _: DomainSetting<FormDefaults, [String: Int]> = FormDefaults.settings.dictionary
    let _: DomainSetting<FormDefaults, Tint> = FormDefaults.settings.tint
    let _: DomainSetting<FormDefaults, Tint> = FormDefaults.settings.branching
    let _: DomainSetting<FormDefaults, Both> = FormDefaults.settings.both
    let _: DomainSetting<FormDefaults, Date?> = FormDefaults.settings.optionalDate
    let _: DomainSetting<FormDefaults, Int?> = FormDefaults.settings.spelledOut
    let _: DomainSetting<FormDefaults, Int?> = FormDefaults.settings.optionalThree
    let _: DomainSetting<FormDefaults, Int??> = FormDefaults.settings.twiceOptional
    let _: DomainSetting<FormDefaults, Int> = FormDefaults.settings.made
    let _: DomainSetting<FormDefaults, Int> = FormDefaults.settings[step: 2]
    let _: DomainSetting<FormDefaults, Int> = FormDefaults.settings.checkedTwice
    let _: DomainSetting<FormDefaults, [Int]?> = FormDefaults.settings.all
}
