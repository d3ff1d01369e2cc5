// Every form of a setting's declaration that is storable as a DefaultsValue, and the type that each gets.

import Foundation
import SafeDefaults

private enum Tint: String, DefaultsValue { case light, dark }
private enum Level: Int, DefaultsValue { case low, high }
private struct Day: RawRepresentable, DefaultsValue, DefaultsDictionaryKey { let rawValue: String }
private struct Both: Codable, DefaultsValue { var count = 0 }
private enum BothEnum: String, Codable, DefaultsValue { case on, off }
private final class BothClass: Codable, DefaultsValue { var count = 0 }

private struct FormDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case one, two }

    // With a default, whose type the setting has.
    static let integer = Setting(.one, default: 0)
    static let real = Setting(.one, default: 0.5)
    static let text = Setting(.one, default: "")
    static let truth = Setting(.one, default: false)
    static let date = Setting(.one, default: Date())
    static let bytes = Setting(.one, default: Data())
    static let id = Setting(.one, default: UUID())
    static let link = Setting(.one, default: URL(fileURLWithPath: "/"))
    static let tint = Setting(.one, default: Tint.light)
    static let array = Setting(.one, default: [1, 2, 3])
    static let dictionary = Setting(.one, default: ["a": 1])
    static let arrays = Setting(.one, default: [[1], [2, 3]])
    static let dictionaries = Setting(.one, default: ["a": ["b": ["c": 1]]])
    static let both = Setting(.one, default: Both())
    static let bothEnum = Setting(.one, default: BothEnum.on)
    static let bothClass = Setting(.one, default: BothClass())
    static let mixed = Setting(.one, default: PropertyListValue.array([1, "two", 3.5]))

    // With the type written out.
    static let writtenInteger = Setting<Int>(.one, default: 0)
    static let writtenNarrow = Setting<UInt8>(.one, default: 0)
    static let writtenWide = Setting<UInt64>(.one, default: .max)
    static let writtenFloat = Setting<Float>(.one, default: 0)
    static let writtenTint = Setting<Tint>(.one, default: .light)
    static let writtenEmpty = Setting<[Tint]>(.one, default: [])
    static let writtenEmptyDictionary = Setting<[String: Both]>(.one, default: [:])
    static let writtenKeys = Setting<[Day: [Tint]]>(.one, default: [:])
    static let writtenMixed = Setting<PropertyListValue>(.one, default: ["a": 1, "b": ["x", true]])
    static let typed: Setting<Level> = Setting(.one, default: .low)
    static let shortest: Setting<Level> = .init(.one, default: .low)

    // Optional, without a default or with one.
    static let optionalDate = Setting<Date?>(.one)
    static let optionalText = Setting<String?>(.one)
    static let optionalTint = Setting<Tint?>(.one)
    static let optionalArray = Setting<[Tint]?>(.one)
    static let optionalBoth = Setting<Both?>(.one)
    static let optionalBothEnum = Setting<BothEnum?>(.one)
    static let spelledOut = Setting<Optional<Int>>(.one)
    static let typedOptional: Setting<URL?> = Setting(.one)
    static let optionalNil = Setting<Int?>(.one, default: nil)
    static let optionalThree = Setting<Int?>(.one, default: 3)
    static let twiceOptional = Setting<Int??>(.one)
    static let optionalElements = Setting<[Int?]>(.one, default: [1, nil])

    // Dynamic defaults, from anything that any thread may call.
    static let made = Setting(.one, default: makeDefault())
    static let computedDefault = Setting(.one, default: Self.integer.defaultValue + 1)
    static let branching = Setting(.one, default: ProcessInfo.processInfo.processorCount > 1 ? Tint.dark : .light)

    // When writes reach the store.
    static let lazy = Setting(.two, default: 0, writes: .onlyChanges)
    static let lazyOptional = Setting<Date?>(.two, writes: .onlyChanges)
    static let eager = Setting<[Int]>(.two, default: [], writes: .always)

    // Computed, and by a name made at run time.
    static var computed: Setting<Int> { Setting(.two, default: 1) }
    static subscript(step number: Int) -> Setting<Int> { Setting(.two, default: number) }

    static func makeDefault() -> Int { 5 }
}

/// The types of the settings; a default of another type wouldn't compile.
private func types() {
    let _: DomainSetting<FormDefaults, Int> = FormDefaults.integer
    let _: DomainSetting<FormDefaults, Double> = FormDefaults.real
    let _: DomainSetting<FormDefaults, String> = FormDefaults.text
    let _: DomainSetting<FormDefaults, Bool> = FormDefaults.truth
    let _: DomainSetting<FormDefaults, Date> = FormDefaults.date
    let _: DomainSetting<FormDefaults, [Int]> = FormDefaults.array
    let _: DomainSetting<FormDefaults, [String: Int]> = FormDefaults.dictionary
    let _: DomainSetting<FormDefaults, [String: [String: [String: Int]]]> = FormDefaults.dictionaries
    let _: DomainSetting<FormDefaults, Tint> = FormDefaults.tint
    let _: DomainSetting<FormDefaults, Tint> = FormDefaults.branching
    let _: DomainSetting<FormDefaults, Both> = FormDefaults.both
    let _: DomainSetting<FormDefaults, Date?> = FormDefaults.optionalDate
    let _: DomainSetting<FormDefaults, Int?> = FormDefaults.spelledOut
    let _: DomainSetting<FormDefaults, Int?> = FormDefaults.optionalThree
    let _: DomainSetting<FormDefaults, Int??> = FormDefaults.twiceOptional
    let _: DomainSetting<FormDefaults, Int> = FormDefaults.made
    let _: DomainSetting<FormDefaults, Int> = FormDefaults[step: 2]
}

/// What a setting tells and does by itself.
private func members() {
    let setting = FormDefaults.tint
    let _: String = setting.name
    let _: String = setting.storedName
    let _: Tint = setting.defaultValue
    let _: Tint = setting.get()
    let _: Tint = setting.get(from: .inMemory())
    setting.set(.dark)
    setting.set(.dark, in: .inMemory())
    FormDefaults.optionalDate.set(nil)
}
