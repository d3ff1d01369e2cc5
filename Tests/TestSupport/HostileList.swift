import Foundation

@testable import SafeDefaults

/// Property lists that were made to end, or to hold up, whoever reads them.
enum HostileList {
    /// A file, and whether the value `good`, which is 1, must be read of it.
    struct File {
        let name: String
        let bytes: [UInt8]
        var keepsGood = false
    }

    // MARK: - Binary

    /// A binary list made by a seed: a sound value, and others that are anything but.
    static func binary(_ random: inout RandomSource) -> File {
        var list = BinaryList()
        let (good, one) = (list.add(text: "good"), list.add([0x10, 1]))
        var entries = [(key: good, value: one)]
        var names: [String] = []
        for index in 0...Int.random(in: 0..<3, using: &random) {
            let (name, value) = hostile(&list, &random)
            names.append(name)
            entries.append((list.add(text: "bad \(index)"), value))
        }
        let top = list.add(dictionary: entries.shuffled(using: &random))
        var bytes = [UInt8](list.data(top: top))
        let keepsGood = Int.random(in: 0..<4, using: &random) > 0
        if !keepsGood { names.append(spoilTrailer(&bytes, &random)) }
        return File(name: names.joined(separator: ", "), bytes: bytes, keepsGood: keepsGood)
    }

    /// Adds a value that no reader should follow for long.
    private static func hostile(_ list: inout BinaryList, _ random: inout RandomSource) -> (String, Int) {
        let next = list.count
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
            let levels = random.pick([deepestPropertyList - 1, deepestPropertyList, deepestPropertyList + 1, 5_000])
            return ("\(levels) levels", list.add(levels: levels, around: list.add([0x09])))
        case 1: return ("itself", list.add(array: [next]))
        case 2: return ("itself, often", list.add(array: [Int](repeating: next, count: 1 + next % 40)))
        case 3:
            let name = list.add(text: "n")
            return ("a dictionary in itself", list.add(dictionary: [(name, next + 1), (name, next + 1)]))
        case 4:
            // Each level holds the one below twice.
            let top = (0..<100).reduce(list.add([0x09])) { inner, _ in list.add(array: [inner, inner]) }
            return ("shared to no end", top)
        case 5:
            let marker = random.pick([0x4F, 0x5F, 0x6F, 0xAF, 0xCF, 0xDF] as [UInt8])
            let count = random.some(8...8) { UInt8.random(in: 0...255, using: &$0) }
            return ("a huge count", list.add([marker, 0x13] + count))
        case 6: return ("a set", list.add([0xC2, 0, 0, 0, 1]))
        case 7: return ("a UID", list.add([0x80, 1]))
        case 8: return ("no kind", list.add([random.pick([0x00, 0x0C, 0x0F, 0x70, 0x90, 0xB1, 0xE0, 0xFF])]))
        case 9:
            let bits: UInt64 = random.pick([0x7FF0 << 48, 0x7FF8 << 48, 0xFFF0 << 48, 0x7FEF << 48])
            return ("a date without end", list.add([0x33] + withUnsafeBytes(of: bits.bigEndian) { Array($0) }))
        case 10: return ("a reference to nowhere", list.add(array: [.random(in: 5_000..<65_535, using: &random)]))
        default:
            return ("half a letter", list.add([0x61, 0xD8, 0x00]))
        }
    }

    /// Damages what says where everything is.
    private static func spoilTrailer(_ bytes: inout [UInt8], _ random: inout RandomSource) -> String {
        let field = random.pick([6, 7, 8, 16, 24])
        let place = bytes.count - 32 + field
        if field < 8 {
            bytes[place] = .random(in: 0...255, using: &random)
        } else {
            for index in place..<place + 8 where Bool.random(using: &random) {
                bytes[index] = .random(in: 0...255, using: &random)
            }
        }
        return "field \(field) of the end"
    }

    // MARK: - Text

    /// Lists in XML, and other text.
    static let texts: [File] = {
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        func plist(_ content: String, head: String = head) -> String {
            "\(head)<plist version=\"1.0\"><dict><key>good</key><integer>1</integer>\(content)</dict></plist>"
        }
        func repeated(_ text: String, _ count: Int = min(Stress.count(400, usual: 2_000, full: 100_000), 100_000))
            -> String
        {
            String(repeating: text, count: count)
        }
        let entities = (1..<20).map { "<!ENTITY e\($0) \"\(repeated("&e\($0 - 1);", 20))\">" }.joined()
        let bomb = head + "<!DOCTYPE plist [<!ENTITY e0 \"ha\">\(entities)]>"
        let file = head + "<!DOCTYPE plist [<!ENTITY f SYSTEM \"file:///etc/passwd\">]>"
        let texts: [(String, String)] = [
            ("an entity of entities", plist("<key>a</key><string>&e19;</string>", head: bomb)),
            ("an entity of a file", plist("<key>a</key><string>&f;</string>", head: file)),
            ("deep arrays", plist("<key>a</key>\(repeated("<array>"))\(repeated("</array>"))")),
            ("deep dictionaries", plist("<key>a</key>\(repeated("<dict><key>a</key>"))<true/>\(repeated("</dict>"))")),
            ("deep and never closed", plist("<key>a</key>\(repeated("<array>"))")),
            ("closed before it is opened", repeated("</array>") + plist(repeated("<array>"))),
            ("deep behind a comment", plist("<!-- \(repeated("</array>")) --><key>a</key>\(repeated("<array>"))")),
            ("deep behind raw text", plist("<key><![CDATA[\(repeated("</array>"))]]></key>\(repeated("<array>"))")),
            ("deep with attributes", plist("<key>a</key>\(repeated("<array x=\"/\">"))")),
            ("a comment without end", plist("<!-- \(repeated("-"))")),
            ("comments of comments", plist(repeated("<!--"))),
            ("raw text without end", plist("<key>a</key><string><![CDATA[\(repeated("]"))")),
            ("numbers without end", plist("<key>a</key><integer>\(repeated("9"))</integer>")),
            ("a real without end", plist("<key>a</key><real>1e\(repeated("9"))</real>")),
            ("a date that is none", plist("<key>a</key><date>\(repeated("9"))-13-45T99:99:99Z</date>")),
            ("data that is none", plist("<key>a</key><data>\(repeated("=", 999))\u{1}</data>")),
            ("a letter that is none", plist("<key>a</key><string>&#xD800;&#x110000;&#\(repeated("9"));</string>")),
            ("a key without a value", plist("<key>a</key>")), ("values without keys", plist(repeated("<true/>"))),
            ("a key twice", plist("<key>good</key><integer>1</integer>")),
            ("an archive's reference", plist("<key>a</key><dict><key>CF$UID</key><integer>1</integer></dict>")),
            ("deep parentheses", "{ good = 1; a = \(repeated("(")); }"), ("deep braces", repeated("{a=")),
            ("deep behind a quote", "{ a = \"\\\"\"; b = \(repeated("(")) }"),
            ("data in braces", "{ a = <\(repeated("f"))"),
            ("a text without end", "{ a = \"\(repeated("\\"))"), ("a comment in braces", "/*\(repeated("{"))"),
            ("letters by number", "{ a = \"\(repeated("\\U"))\"; }"), ("nothing but space", repeated(" ")),
            ("NULs", repeated("\0")), ("a mark and nothing", "bplist00"), ("another mark", "bplist16" + repeated("\0")),
        ]
        return texts.map { File(name: $0.0, bytes: Array($0.1.utf8)) } + inOtherEncodings(texts)
    }()

    /// The same in encodings whose bytes aren't those of ASCII.
    private static func inOtherEncodings(_ texts: [(String, String)]) -> [File] {
        let encodings: [(String, String.Encoding, [UInt8])] = [
            ("UTF-16, big end first", .utf16BigEndian, [0xFE, 0xFF]),
            ("UTF-16, little end first", .utf16LittleEndian, [0xFF, 0xFE]),
            ("UTF-16 without a mark", .utf16BigEndian, []), ("UTF-32", .utf32LittleEndian, [0xFF, 0xFE, 0, 0]),
            ("UTF-32, big end first", .utf32BigEndian, [0, 0, 0xFE, 0xFF]),
            ("UTF-8 with a mark", .utf8, [0xEF, 0xBB, 0xBF]),
        ]
        return encodings.flatMap { encoding, number, mark in
            texts.filter { $0.0.hasPrefix("deep") }.map { name, text in
                File(name: "\(name), in \(encoding)", bytes: mark + [UInt8](text.data(using: number) ?? Data()))
            }
        }
    }

    /// Random text of the words that lists are made of.
    static func text(_ random: inout RandomSource) -> File {
        let words = [
            "<dict>", "</dict>", "<array>", "</array>", "<key>", "</key>", "<string>", "</string>", "<integer>",
            "<true/>",
            "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "&amp;", "&#", "&x;", ";", "<plist version=\"1.0\">", "a",
            "1",
            "<data>", "</data>", "<date>", "<real>", "\"", "\0", "ü", " ", "{", "}", "(", ")", "=", ",", "\\U", "//",
            "/*",
        ]
        let begin = random.pick(["<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>", "<plist><dict>", "{", "(", ""])
        let text = begin + random.some(0...60) { $0.pick(words) }.joined()
        return File(name: text.debugDescription, bytes: Array(text.utf8))
    }
}
