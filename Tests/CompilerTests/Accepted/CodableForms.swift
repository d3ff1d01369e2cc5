// Settings of types that are Codable and nothing else. They are nonisolated, because types that belong to the main
// actor can't be decoded from any thread.

import Foundation
import SafeDefaults
import SafeDefaultsArchives
import SafeDefaultsMigrations

nonisolated private struct Size: Codable { var width = 1, height = 1 }
nonisolated private enum Shape: Codable { case circle(radius: Double), point }
nonisolated private enum Side: String, Codable { case left, right }
nonisolated private struct Pair<Element: Codable & Sendable>: Codable { var first: Element }
nonisolated private final class Track: Codable { var title = "" }

private enum Theme: String, DefaultsValue { case light, dark }
nonisolated private struct Opaque: Sendable {
    var number: Int
    static let codec = DefaultsCodec<Opaque>.custom(encode: { $0.number }, decode: { Opaque(number: $0) })
}

private struct CodableDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case one }

    struct Settings {
        let size = Setting(.one, default: Size())
        let shape = Setting(.one, default: Shape.point)
        let side = Setting(.one, default: Side.left)
        let pair = Setting(.one, default: Pair(first: 1))
        let track = Setting(.one, default: Track())
        let sizes = Setting(.one, default: [Size()])
        let named = Setting(.one, default: ["small": Size()])
        let writtenSizes = Setting<[Size]>(.one, default: [])
        let writtenShape = Setting<Shape>(.one, default: .circle(radius: 1))
        let optionalSize = Setting<Size?>(.one)
        let optionalSizes = Setting<[Size]?>(.one)
        let optionalWithDefault = Setting<Size?>(.one, default: Size())
        let optionalWithNil = Setting<Size?>(.one, default: nil)
        let components = Setting<DateComponents?>(.one)
        let decimal = Setting<Set<Int>>(.one, default: [1])
        let lazySize = Setting(.one, default: Size()).storingOnlyChanges()
        let json = Setting(.one, default: Size(), stored: .json)
        let jsonText = Setting<Size>(.one, default: .init(), stored: .json).storingOnlyChanges()
        let jsonSizes = Setting<[Size]>(.one, default: [], stored: .jsonData)
        let jsonNamed = Setting(.one, default: ["small": Size()], stored: .json)
        let jsonNumber = Setting(.one, default: 1, stored: .json)
        let optionalJSON = Setting<Size?>(.one, stored: .json)
        let optionalNumber = Setting<Int?>(.one, stored: .json).storingOnlyChanges()
        let optionalSizesJSON = Setting<[Size]?>(.one, stored: .json)
        let optionalJSONWithDefault = Setting<Size?>(.one, default: Size(), stored: .json)
        let optionalJSONWithNil = Setting<Size?>(.one, default: nil, stored: .json)
        let list = Setting(.one, default: Size(), stored: .propertyListData)
        let optionalList = Setting<Shape?>(.one, stored: .propertyListData)
        let ownCoders = Setting<Size?>(.one, stored: .json(encoder: { JSONEncoder() }, decoder: { JSONDecoder() }))
        let ownCodersInData = Setting(
            .one, default: Size(), stored: .jsonData(encoder: { JSONEncoder() }, decoder: { JSONDecoder() }))
        let custom = Setting(
            .one, default: Opaque(number: 1),
            stored: .custom(encode: { $0.number }, decode: { (number: Int) in Opaque(number: number) }))
        let optionalCustom = Setting<Opaque?>(
            .one, stored: .custom(encode: { $0.number }, decode: { Opaque(number: $0) }))
        let opaques = Setting<[Opaque]>(.one, default: [], stored: Opaque.codec.array)
        let optionalOpaque = Setting<Opaque?>(.one, default: Opaque(number: 1), stored: Opaque.codec.optional)
        let optionalOpaques = Setting<[Opaque]?>(.one, stored: Opaque.codec.array)
        let remembered = Setting<Size?>(.one, default: Size()).rememberingNil()
        let rememberedNumber = Setting<Int?>(.one, default: 3).rememberingNil()
        let rememberedTheme = Setting<Theme?>(.one, default: .dark).rememberingNil().storingOnlyChanges()
        let rememberedByInference = Setting(.one, default: Optional(3)).rememberingNil()
        let rememberedJSON = Setting<Size?>(.one, default: Size(), stored: .json).rememberingNil()
        let rememberedOpaque = Setting<Opaque?>(.one, default: nil, stored: Opaque.codec.optional).rememberingNil()
        let optionalInArray = Setting<Size?>(.one, stored: .arrayOfOne)
        let numberInArray = Setting<Int?>(.one, default: 3, stored: .arrayOfOne).rememberingNil()
        let themeInArray = Setting<Theme?>(.one, default: .dark, stored: .arrayOfOne)
        let doublyOptional = Setting<Int??>(
            .one, default: 3, stored: DefaultsCodec<Int>.arrayOfOne.optional.arrayOfOne.optional)
        let numbersInArrays = Setting<[Int?]>(
            .one, default: [], stored: DefaultsCodec<Int>.arrayOfOne.optional.array)
        let archived = Setting<NSUUID?>(.one, stored: .archive(of: NSUUID.self))
        let archivedWithDefault = Setting(.one, default: NSUUID(), stored: .archive(of: NSUUID.self))
        let allowing = Setting<NSArray?>(.one, stored: .archive(of: NSArray.self, allowing: [NSUUID.self]))
        let archives = Setting<[NSUUID]>(.one, default: [], stored: DefaultsCodec.archive(of: NSUUID.self).array)
        let oneArchive = Setting<[NSUUID]>(.one, default: [], stored: .archive(of: NSUUID.self))
        let oneArchiveOrNone = Setting<[NSUUID]?>(.one, stored: .archive(of: NSUUID.self, allowing: [NSSet.self]))
        let archivesByName = Setting<[String: NSUUID]>(
            .one, default: [:], stored: DefaultsCodec<NSUUID>.archive(of: NSUUID.self).dictionary())
        let days = Setting<[Date]>(.one, default: [], stored: DefaultsCodec<Date>.secondsSince1970.array)
        let day = Setting<Date?>(.one, stored: .secondsSinceReferenceDate)
        let links = Setting<Set<URL>>(.one, default: [], stored: DefaultsCodec<URL>.absoluteString.set)
        let tree = Setting<[String?]>(.one, default: [], stored: .foundationTree)
        let foreign = Setting(.one, default: Size(), stored: .readingOtherLibraries)
        let optionalForeign = Setting<Size?>(.one, stored: .readingOtherLibraries)
        let foreignThemes = Setting<[Theme]>(.one, default: [], stored: .readingOtherLibraries)
        let foreignNumber = Setting<Int?>(.one, default: 3, stored: .readingOtherLibraries).rememberingNil()
        let eachForeign = Setting<[Size]>(.one, default: [], stored: DefaultsCodec<Size>.readingOtherLibraries.array)
        let names = Setting<[Int: [String]]>(
            .one, default: [:], stored: DefaultsCodec<String>.json.array.dictionary(keyedBy: Int.self))
        let archivedOptional = Setting<NSUUID?>(
            .one, default: NSUUID(), stored: DefaultsCodec.archive(of: NSUUID.self).optional)
        let lazyOptionalSize = Setting<Size?>(.one).storingOnlyChanges()
    }
    static let settings = Settings()

    static let archiveWithoutAType = DefaultsCodec.archive(of: NSUUID.self)

    var store: DefaultsStore = .standard
}

private func uses() {
    let domain = CodableDefaults()
    let _: Size = domain.size
    let _: Size? = domain.optionalSize
    let _: Pair<Int> = domain.pair
    let _: [String: Size] = domain.named
    domain.size.width += 1
    domain.sizes[0].height = 2
    domain.sizes.append(Size())
    domain.named["small", default: Size()].width = 3
    domain.optionalSize?.width += 1
    domain.optionalSize = nil
    domain.optionalWithDefault = nil
    domain.shape = .circle(radius: 2)
    domain.update(\.track) { $0.title = "x" }

    let _: Size = domain.json
    let _: Size? = domain.optionalJSON
    let _: [Opaque] = domain.opaques
    let _: Opaque? = domain.optionalOpaque
    let _: Int? = domain.rememberedByInference
    domain.json.width += 1
    domain.optionalJSON?.width += 1
    domain.optionalJSON = nil
    domain.remembered = nil
    domain.rememberedOpaque = nil
    domain.opaques.append(Opaque(number: 2))
    domain.optionalInArray?.width += 1
    domain.numberInArray = nil
    domain.archives.append(NSUUID())
    let _: NSUUID? = domain.archived
    let _: Int?? = domain.doublyOptional

    domain.set(Size(), forKey: .one)
    domain.set([Size()], forKey: .one)
    domain.set(nil as Size?, forKey: .one)
    domain.set(Side.left, forKey: .one)
    let _: Size? = domain.value(Size.self, forKey: .one)
    let _ = domain.value([Size].self, forKey: .one)
}

private func throwingUses() throws {
    let domain = CodableDefaults()
    try domain.write(Size(), forKey: .one)
    try domain.write(nil as Size?, forKey: .one)
    let _ = try domain.read(Size.self, forKey: .one)
    let _: Size = try domain.read(\.size)
    try domain.write(Size(), to: \.size)
    try domain.write(nil, to: \.optionalSize)
}
