import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// Random JSON from a seeded generator, whole and damaged, is read as Foundation's decoder reads it.
@Suite(.row(53)) struct JSONReaderStressTests {
    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func damagedJSONIsReadAsByJSONDecoder(seed: UInt64) {
        var generator = RandomTreeTests.Generator(state: seed)
        let domain = JSONAgainstFoundationTests.Domain()
        var accepted = 0
        let rounds = Stress.count(45, usual: 150)
        for round in 0..<rounds {
            var json = Data(Self.randomText(depth: 0, using: &generator))
            // Half of them whole.
            if Bool.random(using: &generator) { json = DamagedCodecStressTests.damaged(json, using: &generator) }
            // Only Foundation reads JSON in UTF-16, which has many zero bytes.
            guard !json.contains(0) else { continue }
            let hint: Comment = "seed \(seed), round \(round): \(String(decoding: json, as: UTF8.self))"
            let disagreements = JSONAgainstFoundationTests.disagreements(on: json, in: domain)
            // Foundation's decoder ignores a flaw in a member that the type doesn't read, such as one with a repeated
            // name.
            #expect(disagreements.allSatisfy { $0.hasSuffix(": nothing") && !Self.isJSON(json) }, hint)
            if (try? JSONAgainstFoundationTests.decoder().decode(
                JSONAgainstFoundationTests.Anything.self, from: json)) != nil
            {
                accepted += 1
            }
        }
        #expect(accepted > rounds / 4, "seed \(seed): hardly anything was JSON")
    }

    /// Whether a whole document is JSON.
    private static func isJSON(_ json: Data) -> Bool {
        (try? JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)) != nil
    }

    private static func randomText(depth: Int, using generator: inout RandomTreeTests.Generator) -> [UInt8] {
        func space(_ generator: inout RandomTreeTests.Generator) -> String {
            ["", "", "", " ", "\n\t", "\r"].randomElement(using: &generator) ?? ""
        }
        let scalars = [
            "0", "-1", "7", "1.5", "-0", "1e3", "2E-3", "12345678901234567890", "1e999", "true", "false", "null",
            "\"\"",
            "\"a\"", "\"\\n\\u00e9\"", "\"\\ud83d\\ude00\"", "\"\u{1F600}\u{e9}\"", "\"AP8D\"", "\"NaN\"",
            "\"\\ud800\"",
        ]
        let names = ["\"a\"", "\"b\"", "\"\\u0061\"", "\"c\"", "\"\u{e9}\"", "\"e\u{301}\""]
        var text = Array(space(&generator).utf8)
        let count = Int.random(in: 0...4, using: &generator)
        switch depth < 4 ? Int.random(in: 0..<4, using: &generator) : 0 {
        case 1:
            text += Array("[".utf8)
            for index in 0..<count {
                text += (index > 0 ? [0x2C] : []) + randomText(depth: depth + 1, using: &generator)
            }
            text += Array("]".utf8)
        case 2:
            text += Array("{".utf8)
            for index in 0..<count {
                let name = space(&generator) + (names.randomElement(using: &generator) ?? "") + space(&generator)
                text += (index > 0 ? [0x2C] : []) + Array(name.utf8) + [0x3A]
                text += randomText(depth: depth + 1, using: &generator)
            }
            text += Array("}".utf8)
        default: text += Array((scalars.randomElement(using: &generator) ?? "").utf8)
        }
        return text + Array(space(&generator).utf8)
    }
}
