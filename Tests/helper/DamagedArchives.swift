import ContractCases
import Foundation
import SafeDefaults
import SafeDefaultsArchives

/// Reads archives that were damaged at random; a trap in Foundation ends this process, which the test sees.
enum DamagedArchives {
    struct Domain: SafeDefaults {
        enum Keys: String, DefaultsKey { case archive }

        struct Settings {
            let room = Setting<Room?>(.archive, stored: .archive(of: Room.self))
            let rooms = Setting<[Room]?>(.archive, stored: DefaultsCodec.archive(of: Room.self).array)
        }
        static let settings = Settings()
        let store: DefaultsStore
    }

    /// A small generator, so that a seed gives the same damage on every system.
    struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
            return word ^ (word >> 31)
        }
    }

    static func run(count: Int, seed: UInt64) -> [String] {
        let domain = Domain(store: .inMemory())
        var generator = Generator(state: seed)
        var sources: [Data] = []
        for value in [Room("small"), Room("large", next: Room("inner", next: Room("innermost")))] {
            domain.set(value, forKey: .archive)
            domain.data(forKey: .archive).map { sources.append($0) }
        }
        let urls = [
            NSURL(string: "https://example.com/a"),
            NSURL(string: "b", relativeTo: URL(string: "https://example.com/")),
        ].compactMap { $0 }
        for object: Any in urls as [Any] + [urls as NSArray] {
            (try? NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)).map {
                sources.append($0)
            }
        }
        guard sources.count == 5 else { return ["made \(sources.count) archives"] }
        var readable = 0
        DefaultsIssue.withHandler({ _ in }) {
            for round in 0..<count {
                var data = sources[round % sources.count]
                damage(&data, using: &generator)
                domain.set(data, forKey: .archive)
                if domain.value(Room.self, forKey: .archive) != nil { readable += 1 }
                if case .value = domain.lookup(\.room) { readable += 1 }
                _ = domain.lookup(\.rooms)
                if domain.url(forKey: .archive) != nil { readable += 1 }
                if domain.value([URL].self, forKey: .archive) != nil { readable += 1 }
            }
        }
        return readable > count / 100 ? [] : ["only \(readable) of \(count) were read, so hardly anything was tested"]
    }

    private static func damage(_ data: inout Data, using generator: inout Generator) {
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let place = Int.random(in: 0..<data.count, using: &generator)
            switch Int.random(in: 0..<7, using: &generator) {
            case 0: data[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: data[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 2: data[place] = data[place] &+ 1
            case 3: data[place] = data[Int.random(in: 0..<data.count, using: &generator)]
            case 4: redirect(&data, using: &generator)
            case 5: takeForNil(&data, using: &generator)
            default:
                if generator.next() % 8 == 0 {
                    data.removeLast(min(place, 40))
                } else {
                    redirect(&data, using: &generator)
                }
            }
        }
    }

    /// Makes a text of five letters the one that archives have for nil.
    private static func takeForNil(_ data: inout Data, using generator: inout Generator) {
        let places = data.indices.dropLast(5).filter { data[$0] == 0x55 }
        guard let place = places.randomElement(using: &generator) else { return }
        data.replaceSubrange(place + 1..<place + 6, with: "$null".utf8)
    }

    /// Lets a UID, of which an archive has many, name another object.
    private static func redirect(_ data: inout Data, using generator: inout Generator) {
        let places = data.indices.dropLast().filter { data[$0] == 0x80 }
        guard let place = places.randomElement(using: &generator) else { return }
        data[place + 1] = UInt8.random(in: 0..<40, using: &generator)
    }
}
