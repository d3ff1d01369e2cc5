import Foundation
import SafeDefaults
import SafeDefaultsMigrations
import Testing

@testable import TestSupport

/// Damaged JSON and property lists from a seeded generator: a read never traps, and gives a value or an error.
@Suite struct DamagedCodecStressTests {
    struct Tree: Codable, Equatable {
        var name = "Tom \u{1F600} \"x\" \\", age = -3, ratio = 0.25, isOn = true
        var day = Date(timeIntervalSinceReferenceDate: 0.5)
        var bytes = Data([0, 1, 255]), list: [Int?] = [1, nil], table = ["a": [1.5]], next: [Tree]?
    }

    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case one }

        struct Settings {
            let text = Setting<Tree?>(.one, stored: .json)
            let inData = Setting<Tree?>(.one, stored: .jsonData)
            let list = Setting<Tree?>(.one, stored: .propertyListData)
            let word = Setting<String?>(.one, stored: .json)
            let reals = Setting<[Double]?>(.one, stored: .json)
            let decimal = Setting<Decimal?>(.one, stored: .json)
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func damagedInputIsAValueOrAnError(seed: UInt64) throws {
        var generator = RandomTreeTests.Generator(state: seed)
        let sample = Sample(store: .inMemory())
        let whole = Tree(next: [Tree(), Tree(age: 4)])
        sample.inData = whole
        let json = try #require(sample.data(forKey: .one))
        sample.list = whole
        let list = try #require(sample.data(forKey: .one))
        let xml = PropertyListEncoder()
        xml.outputFormat = .xml
        let sources = [json, list, list, try xml.encode(whole)]
        var read = 0
        for _ in 0..<Stress.count(60, usual: 250, full: 25_000) {
            let data = Self.damaged(sources.randomElement(using: &generator) ?? json, using: &generator)
            sample.set(data, forKey: .one)
            for path in [\Sample.Settings.inData, \.list] {
                if case .value = sample.lookup(path) { read += 1 }
            }
            sample.set(String(decoding: data, as: UTF8.self), forKey: .one)
            for path in [\Sample.Settings.text, \.list] {
                if case .value(let value?) = sample.lookup(path) {
                    // What was read can be stored, and comes back.
                    sample.text = value
                    #expect(sample.text == value, "seed \(seed)")
                    read += 1
                }
            }
            _ = (sample.lookup(\.word), sample.lookup(\.reals), sample.lookup(\.decimal))
        }
        #expect(read > 0, "seed \(seed)")
    }

    /// A few bytes changed, moved, cut or doubled.
    static func damaged(_ data: Data, using generator: inout RandomTreeTests.Generator) -> Data {
        var bytes = [UInt8](data)
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
            let index = Int.random(in: bytes.indices, using: &generator)
            let end = min(bytes.count, index + Int.random(in: 1...8, using: &generator))
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 2: bytes.removeSubrange(index..<end)
            case 3: bytes.insert(contentsOf: bytes[index..<end], at: index)
            case 4: bytes[index] = "[]{}\",:\\0-e.x".utf8.randomElement(using: &generator) ?? 0
            default: if Bool.random(using: &generator) { bytes.removeSubrange(index...) } else { bytes[index] = 0xFF }
            }
        }
        return Data(bytes)
    }
}
