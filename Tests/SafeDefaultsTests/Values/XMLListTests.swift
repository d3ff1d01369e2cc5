import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFormats
@testable import TestSupport

/// Property lists in XML, whole and damaged, are read as Foundation reads them.
@Suite struct XMLListTests {
    private static func value(_ text: String) -> PropertyListValue? { XMLListReader.value(Array(text.utf8)) }

    private static func xml(_ content: String) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
            + "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\">\n\(content)\n</plist>\n"
    }

    // MARK: - Beside Foundation

    /// Returns the value that Foundation reads from a document.
    private static func foundationValue(_ text: String) -> PropertyListValue? {
        guard let object = try? PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil) else {
            return nil
        }
        return try? PropertyListValue(foundationObject: object)
    }

    static let samples = [
        xml(
            "<dict><key>a</key><integer>-12</integer><key>b</key><string>ü&amp;&#65;&lt;<![CDATA[<x>]]></string></dict>"
        ),
        xml("<dict/>"), xml("<array><true/><false/><real>1.5</real><real>-1e3</real><real>+infinity</real></array>"),
        xml("<array><date>2026-11-21T05:37:21Z</date><date>0001-01-01T00:00:00Z</date></array>"),
        xml("<array><date>1900-02-28T23:59:59Z</date><date>12026-12-31T00:00:00Z</date></array>"),
        xml("<array><data>AQIDBA==</data><data>\n\tAQID\n\tBAUG\n</data><data></data></array>"),
        xml("<array><integer>18446744073709551615</integer><integer>-9223372036854775808</integer></array>"),
        xml("<!-- a --><array><!-- b --><string> c </string><integer>0x1F</integer></array>"),
        "<plist><dict><key>x</key><dict><key>y</key><array><dict/></array></dict></dict></plist>",
        "<0fb>", "<array><integer></integer></array>",
        xml("<array><integer>18446744073709551616</integer></array>"), xml("<array><date>yesterday</date></array>"),
        xml("<dict><string>no key</string></dict>"), xml("<dict><key>no value</key></dict>"), xml("<set/>"),
    ]

    @Test(arguments: samples) func aListIsReadAsByFoundation(_ text: String) {
        #expect(Self.value(text) == Self.foundationValue(text))
    }

    // MARK: - Encodings

    @Test(arguments: [String.Encoding.utf16BigEndian, .utf16LittleEndian, .utf8])
    func aListWithAByteOrderMarkIsRead(_ encoding: String.Encoding) throws {
        let text = "<plist><dict><key>ü</key><string>\u{1F600}</string></dict></plist>"
        let bytes = [UInt8](try #require("\u{FEFF}\(text)".data(using: encoding)))
        let reading = SnapshotReader.read(bytes)
        #expect(reading.values == [StoredName("ü"): "\u{1F600}"] && !reading.isDamaged)
        if encoding != .utf8 { #expect(SnapshotReader.read(bytes.dropLast()).isDamaged) }
    }

    private static func list(in encoding: String, _ text: [UInt8]) -> [UInt8] {
        let head = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?><dict><key>b</key><true/><key>a</key><string>"
        return Array(head.utf8) + text + Array("</string></dict>".utf8)
    }

    @Test func textThatIsNotUTF8IsDamaged() {
        let reading = SnapshotReader.read(Self.list(in: "UTF-8", [0xFC]))
        #expect(reading.isDamaged && reading.values == [StoredName("b"): true])
    }

    /// The same bytes are `Ã©` in Latin-1, and `é` in UTF-8.
    @Test(arguments: ["ISO-8859-1", "windows-1252", "Shift_JIS", "x-unknown"])
    func aListThatNamesAnotherEncodingIsDamaged(_ encoding: String) throws {
        let bytes = Self.list(in: encoding, [0xC3, 0xA9])
        let reading = SnapshotReader.read(bytes)
        #expect(reading.isDamaged && reading.values.isEmpty)
        let flaw = try #require(PropertyListFile.contents(of: Data(bytes)).flaws.first)
        #expect(flaw.reason.contains("in the encoding \(encoding.lowercased()), and not in UTF-8"))
    }

    @Test(arguments: ["ISO-8859-1", "windows-1252", "macintosh"])
    func aListOfASCIIIsReadWhateverItsEncodingIs(_ encoding: String) {
        let reading = SnapshotReader.read(Self.list(in: encoding, Array("ascii".utf8)))
        #expect(!reading.isDamaged && reading.values == [StoredName("a"): "ascii", StoredName("b"): true])
    }

    // MARK: - Damage

    @Test(arguments: [" ", "\n", "\t \r\n", "\0", "\u{FEFF} "]) func aFileWithoutAListIsDamaged(_ space: String) {
        let reading = SnapshotReader.read(Array(String(repeating: space, count: 5_000).utf8))
        #expect(reading.isDamaged && reading.values.isEmpty)
    }

    @Test(arguments: [
        "text", "\"text\"", "(a)", "{ a = 1; }", "<0f>", "<array/>", "<plist><string>x</string></plist>", "<!-- -->",
    ])
    func aListThatIsNoDictionaryIsDamaged(_ text: String) {
        let reading = SnapshotReader.read(Array(text.utf8))
        #expect(reading.isDamaged && reading.values.isEmpty)
    }

    @Test func truncatedXMLKeepsTheValuesBeforeTheCut() {
        let list = Self.xml(
            "<dict><key>a</key><integer>1</integer><key>b</key><array><true/></array>"
                + "<key>c</key><string>x</string></dict>"
        )
        let bytes = Array(list.utf8)
        let whole: [StoredName: PropertyListValue] = [
            StoredName("a"): 1, StoredName("b"): [true], StoredName("c"): "x",
        ]
        var counts: Set<Int> = []
        for count in 1..<bytes.count - 1 {
            let reading = SnapshotReader.read(Array(bytes.prefix(count)))
            #expect(reading.isDamaged, "\(count)")
            for (name, value) in reading.values { #expect(whole[name] == value, "\(count)") }
            counts.insert(reading.values.count)
        }
        #expect(counts == [0, 1, 2, 3])
        #expect(SnapshotReader.read(bytes).values == whole)
    }

    @Test func anInvalidValueInXMLDoesNotLoseTheOthers() {
        let deep = String(repeating: "<array>", count: 5_000) + String(repeating: "</array>", count: 5_000)
        for value in [
            "<integer>x</integer>", "<date>1</date>", "<dict><true/></dict>", "<set><!-- </set> --></set>", deep,
        ] {
            let list = Self.xml("<dict><key>a</key><true/><key>b</key>\(value)<key>c</key><string>x</string></dict>")
            let reading = SnapshotReader.read(Array(list.utf8))
            #expect(
                reading.isDamaged && reading.values == [StoredName("a"): true, StoredName("c"): "x"],
                "\(value.prefix(40))")
        }
    }
}
