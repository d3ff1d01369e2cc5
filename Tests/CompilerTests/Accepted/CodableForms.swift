// Settings of types that are Codable and nothing else. They are nonisolated, because types that belong to the main
// actor can't be decoded from any thread.

import Foundation
import SafeDefaults

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

    static let size = Setting(.one, default: Size())
    static let shape = Setting(.one, default: Shape.point)
    static let side = Setting(.one, default: Side.left)
    static let pair = Setting(.one, default: Pair(first: 1))
    static let track = Setting(.one, default: Track())
    static let sizes = Setting(.one, default: [Size()])
    static let named = Setting(.one, default: ["small": Size()])
    static let writtenSizes = Setting<[Size]>(.one, default: [])
    static let writtenShape = Setting<Shape>(.one, default: .circle(radius: 1))
    static let optionalSize = Setting<Size?>(.one)
    static let optionalSizes = Setting<[Size]?>(.one)
    static let optionalWithDefault = Setting<Size?>(.one, default: Size())
    static let optionalWithNil = Setting<Size?>(.one, default: nil)
    static let components = Setting<DateComponents?>(.one)
    static let decimal = Setting<Set<Int>>(.one, default: [1])
    static let lazySize = Setting(.one, default: Size(), writes: .onlyChanges)
    static let json = Setting(.one, default: Size(), stored: .json)
    static let jsonText = Setting<Size>(.one, default: .init(), stored: .json, writes: .onlyChanges)
    static let jsonSizes = Setting<[Size]>(.one, default: [], stored: .jsonData)
    static let jsonNamed = Setting(.one, default: ["small": Size()], stored: .json)
    static let jsonNumber = Setting(.one, default: 1, stored: .json)
    static let optionalJSON = Setting<Size?>(.one, stored: .json)
    static let optionalNumber = Setting<Int?>(.one, stored: .json, writes: .onlyChanges)
    static let optionalSizesJSON = Setting<[Size]?>(.one, stored: .json)
    static let optionalJSONWithDefault = Setting<Size?>(.one, default: Size(), stored: .json)
    static let optionalJSONWithNil = Setting<Size?>(.one, default: nil, stored: .json)
    static let list = Setting(.one, default: Size(), stored: .propertyListData)
    static let optionalList = Setting<Shape?>(.one, stored: .propertyListData)
    static let ownCoders = Setting<Size?>(.one, stored: .json(encoder: { JSONEncoder() }, decoder: { JSONDecoder() }))
    static let ownCodersInData = Setting(
        .one, default: Size(), stored: .jsonData(encoder: { JSONEncoder() }, decoder: { JSONDecoder() }))
    static let custom = Setting(
        .one, default: Opaque(number: 1),
        stored: .custom(encode: { $0.number }, decode: { (number: Int) in Opaque(number: number) }))
    static let optionalCustom = Setting<Opaque?>(
        .one, stored: .custom(encode: { $0.number }, decode: { Opaque(number: $0) }))
    static let opaques = Setting<[Opaque]>(.one, default: [], stored: Opaque.codec.array)
    static let optionalOpaque = Setting<Opaque?>(.one, default: Opaque(number: 1), stored: Opaque.codec.optional)
    static let optionalOpaques = Setting<[Opaque]?>(.one, stored: Opaque.codec.array)
    static let remembered = Setting<Size?>(.one, default: Size(), rememberingNil: true)
    static let rememberedNumber = Setting<Int?>(.one, default: 3, rememberingNil: true)
    static let rememberedTheme = Setting<Theme?>(.one, default: .dark, rememberingNil: true, writes: .onlyChanges)
    static let rememberedByInference = Setting(.one, default: Optional(3), rememberingNil: true)
    static let rememberedJSON = Setting<Size?>(.one, default: Size(), stored: .json, rememberingNil: true)
    static let rememberedOpaque = Setting<Opaque?>(
        .one, default: nil, stored: Opaque.codec, rememberingNil: true)
    static let optionalInArray = Setting<Size?>(.one, stored: .arrayOfOne)
    static let numberInArray = Setting<Int?>(.one, default: 3, stored: .arrayOfOne, rememberingNil: true)
    static let themeInArray = Setting<Theme?>(.one, default: .dark, stored: .arrayOfOne)
    static let doublyOptional = Setting<Int??>(
        .one, default: 3, stored: DefaultsCodec<Int>.arrayOfOne.optional.arrayOfOne.optional)
    static let numbersInArrays = Setting<[Int?]>(
        .one, default: [], stored: DefaultsCodec<Int>.arrayOfOne.optional.array)
    static let archived = Setting<NSUUID?>(.one, stored: .archive(of: NSUUID.self))
    static let archivedWithDefault = Setting(.one, default: NSUUID(), stored: .archive(of: NSUUID.self))
    static let allowing = Setting<NSArray?>(.one, stored: .archive(of: NSArray.self, allowing: [NSUUID.self]))
    static let archives = Setting<[NSUUID]>(.one, default: [], stored: DefaultsCodec.archive(of: NSUUID.self).array)
    static let oneArchive = Setting<[NSUUID]>(.one, default: [], stored: .archive(of: NSUUID.self))
    static let oneArchiveOrNone = Setting<[NSUUID]?>(.one, stored: .archive(of: NSUUID.self, allowing: [NSSet.self]))
    static let archiveWithoutAType = DefaultsCodec.archive(of: NSUUID.self)
    static let archivesByName = Setting<[String: NSUUID]>(
        .one, default: [:], stored: DefaultsCodec<NSUUID>.archive(of: NSUUID.self).dictionary)
    static let days = Setting<[Date]>(.one, default: [], stored: DefaultsCodec<Date>.secondsSince1970.array)
    static let day = Setting<Date?>(.one, stored: .secondsSinceReferenceDate)
    static let links = Setting<Set<URL>>(.one, default: [], stored: DefaultsCodec<URL>.absoluteString.set)
    static let tree = Setting<[String?]>(.one, default: [], stored: .foundationTree)
    static let names = Setting<[Int: [String]]>(
        .one, default: [:], stored: DefaultsCodec<String>.json.array.dictionary(keyedBy: Int.self))
    static let archivedOptional = Setting<NSUUID?>(
        .one, default: NSUUID(), stored: DefaultsCodec.archive(of: NSUUID.self).optional)
    static let lazyOptionalSize = Setting<Size?>(.one, writes: .onlyChanges)

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
    let _: Size? = domain.value(forKey: .one)
    let _ = domain.value([Size].self, forKey: .one)
    let _: Lookup<Size> = domain.lookup(forKey: .one)
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
