import Foundation
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// The check before Foundation reads a property list in text form.
@Suite struct TextNestingTests {
    private static func isShallow(_ text: String, _ deepest: Int = 3) -> Bool {
        TextNesting.isShallow(Data(text.utf8), deepest: deepest)
    }

    @Test(arguments: [
        "(((1)))", "{a = {b = (1);};}", "((()), (()), ())", "(\"((((\", '))))', ((\"\\\"((\")))", "((/* ( */ 1))",
        "<plist><array><dict><key>a</key><array><string>x</string></array></dict></array></plist>",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><!DOCTYPE plist PUBLIC \"a\" \"b\"><plist><array><dict/></array>",
        "\u{FEFF}<plist><!-- <array><array><array><array><array> --><dict/></plist>", "text", "<0f>", "a = 1; b = (1);",
        "<plist><string><![CDATA[<a><a><a><a><a><a>]]></string></plist>",
    ])
    func aShallowListIsRead(text: String) {
        #expect(Self.isShallow(text))
    }

    @Test(arguments: [
        "((((1))))", "{a = {b = {c = {};};};}", "(\")\", ((\")\", (1))))", "(/* ) */ ((/* ) */ (1))))",
        "((')', (\"\\\")\", (1))))", "(a//b\n((((1)))))",
        "<plist><array><array><array><array><array><array/></array></array></array></array></array></plist>",
        "<array><!--> </array></array> --><array><!--> </array></array> --><array><array><array><array>",
        "<array><!--></array><array><!--></array>-->--><array><array><array><array><array>",
        "<!DOCTYPE plist [<!ENTITY a \"]></x></x></x>\">]><array><array><array><array><array><array>",
        "<?xml version=\"1.0\" encoding=\"UTF-7\"?>+ADw-array+AD4-", "<array>\0", "", " \n",
    ])
    func aListThatMayBeDeepIsNot(text: String) {
        #expect(!Self.isShallow(text))
    }

    @Test func encodings() throws {
        let text = "(((1)))"
        for encoding in [String.Encoding.utf16, .utf16BigEndian, .utf32] {
            let data = try #require(text.data(using: encoding))
            #expect(TextNesting.isShallow(data, deepest: 3) == (encoding == .utf16), "\(encoding)")
            #expect(!TextNesting.isShallow(data, deepest: 2), "\(encoding)")
        }
        #expect(TextNesting.isShallow(Data([0xE9]) + Data("(1)".utf8), deepest: 1))
    }

    /// Whatever Foundation makes of some marks in a random order, it isn't deeper than the check has said.
    @Test func noListIsDeeperThanFound() {
        let old = [
            "(", "(", ")", "{a=", "{", "};", "}", ";", ",", "1", "a", " ", "\n", "\"", "'", "\\", "//", "/*", "*/", "/",
            "<", ">",
        ]
        let xml = [
            "<array>", "<array>", "</array>", "<dict>", "</dict>", "<key>a</key>", "<string>", "</string>", "x",
            "<array/>", "<!--", "-->", "<!-->", "<![CDATA[", "]]>", "<?", "?>", "<!DOCTYPE p>", "<!", "[", "\"", ">",
            "<plist>", "</plist>", "<array a=\"/\">",
        ]
        var read = 0
        for seed in 0..<Stress.count(4_000, usual: 40_000) {
            var random = RandomSource(state: UInt64(seed))
            let isXML = seed.isMultiple(of: 2)
            var text = ""
            for _ in 0..<Int.random(in: 1...14, using: &random) {
                let mark = random.pick(isXML ? xml : old)
                switch (Int.random(in: 0..<5, using: &random), isXML) {
                case (0, true): text = "<array>\(text)<string>\(mark)</string></array>"
                case (1, true): text = "<array>\(text)<!-- \(mark) --></array>"
                case (0, false): text = "(\(text.isEmpty ? "1" : text), \"\(mark)\")"
                case (1, false): text = "(\(text.isEmpty ? "1" : text) /* \(mark) */)"
                default: text += mark
                }
            }
            let data = Data((isXML ? "<plist>\(text)</plist>" : text).utf8)
            guard let list = try? PropertyListSerialization.propertyList(from: data, format: nil) else { continue }
            read += 1
            // Of XML, the elements around the list and in it may be levels, too. A dictionary without braces is none.
            let isWithoutBraces = !isXML && list is [String: Any] && !text.contains("{")
            let missed = Self.depth(of: list) - (isXML ? 3 : isWithoutBraces ? 2 : 1)
            #expect(missed < 0 || !TextNesting.isShallow(data, deepest: missed), "seed \(seed): \(text)")
        }
        #expect(read > 100)
    }

    private static func depth(of object: Any) -> Int {
        if let values = object as? [Any] { return 1 + (values.map(depth).max() ?? 0) }
        if let values = object as? [String: Any] { return 1 + (values.values.map(depth).max() ?? 0) }
        return 0
    }
}
