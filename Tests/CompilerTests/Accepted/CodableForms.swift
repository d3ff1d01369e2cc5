// Settings of types that are Codable and nothing else. They are nonisolated, because types that belong to the main
// actor can't be decoded from any thread.

import Foundation
import SafeDefaults
import SafeDefaultsArchives
import SafeDefaultsMigrations

nonisolated private struct Size: Codable { var width = 1, height = 1 }
nonisolated private struct Pair<Element: Codable & Sendable>: Codable { var first: Element }

private enum Theme: String, DefaultsValue { case light, dark }
nonisolated private struct Opaque: Sendable {
    var number: Int
    static let codec = DefaultsCodec<Opaque>.custom(encode: { $0.number }, decode: { Opaque(number: $0) })
}

private struct CodableDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case one }

    struct Settings {
        let size = Setting(.one, default: Size())
        let pair = Setting(.one, default: Pair(first: 1))
        let sizes = Setting(.one, default: [Size()])
        let optionalSize = Setting<Size?>(.one)
        let optionalWithDefault = Setting<Size?>(.one, default: Size())
        let lazySize = Setting(.one, default: Size()).storingOnlyChanges()
        let json = Setting(.one, default: Size(), stored: .json)
        let optionalJSON = Setting<Size?>(.one, stored: .json)
        let optionalJSONWithDefault = Setting<Size?>(.one, default: Size(), stored: .json)
        let ownCoders = Setting<Size?>(.one, stored: .json(encoder: { JSONEncoder() }, decoder: { JSONDecoder() }))
        let custom = Setting(
            .one, default: Opaque(number: 1),
            stored: .custom(encode: { $0.number }, decode: { (number: Int) in Opaque(number: number) }))
        let opaques = Setting<[Opaque]>(.one, default: [], stored: Opaque.codec.array)
        let optionalOpaque = Setting<Opaque?>(.one, default: Opaque(number: 1), stored: Opaque.codec.optional)
        let remembered = Setting<Size?>(.one, default: Size()).rememberingNil()
        let rememberedByInference = Setting(.one, default: Optional(3)).rememberingNil()
        let rememberedOpaque = Setting<Opaque?>(.one, default: nil, stored: Opaque.codec.optional).rememberingNil()
        let optionalInArray = Setting<Size?>(.one, stored: .arrayOfOne)
        let doublyOptional = Setting<Int??>(
            .one, default: 3, stored: DefaultsCodec<Int>.arrayOfOne.optional.arrayOfOne.optional)
        let archived = Setting<NSUUID?>(.one, stored: .archive(of: NSUUID.self))
        let allowing = Setting<NSArray?>(.one, stored: .archive(of: NSArray.self, allowing: [NSUUID.self]))
        let days = Setting<[Date]>(.one, default: [], stored: DefaultsCodec<Date>.secondsSince1970.array)
        let links = Setting<Set<URL>>(.one, default: [], stored: DefaultsCodec<URL>.absoluteString.set)
        let foreign = Setting(.one, default: Size(), stored: .readingOtherLibraries)
        let names = Setting<[Int: [String]]>(
            .one, default: [:], stored: DefaultsCodec<String>.json.array.dictionary(keyedBy: Int.self))
    }
    static let settings = Settings()

    static let archiveWithoutAType = DefaultsCodec.archive(of: NSUUID.self)

    var store: DefaultsStore = .standard
}

private func uses() {
    let domain = CodableDefaults()
    let _: Size = domain.size
    let _: Pair<Int> = domain.pair
    domain.size.width += 1
    domain.sizes[0].height = 2
    domain.optionalSize?.width += 1

    let _: Size = domain.json
    let _: Size? = domain.optionalJSON
    let _: Opaque? = domain.optionalOpaque
    let _: Int? = domain.rememberedByInference
    domain.remembered = nil
    domain.rememberedOpaque = nil
    domain.opaques.append(Opaque(number: 2))
    domain.optionalInArray?.width += 1
    let _: NSUUID? = domain.archived
    let _: Int?? = domain.doublyOptional

    domain.set(Size(), forKey: .one)
    domain.set(nil as Size?, forKey: .one)
    let _: Size? = domain.value(Size.self, forKey: .one)
}
