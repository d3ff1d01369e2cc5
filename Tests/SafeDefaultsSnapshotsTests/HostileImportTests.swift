import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import SafeDefaultsFormats
@testable import SafeDefaultsSnapshots
@testable import TestSupport

/// Whatever a file contains, an import stores all of it or nothing, says why, and never traps.
@Suite(.noHang, .rowsC(4)) struct HostileImportTests {
    static let largest = PropertyListFile.largest

    private static func xml(_ content: String) -> Data {
        Data("<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>\(content)</dict></plist>".utf8)
    }

    /// Files that can't be imported, each with a part of the reason.
    static let files: [(name: String, data: Data, reason: String)] = [
        ("nothing", Data(), "is empty"),
        ("spaces", Data("  \n".utf8), "is empty"),
        ("a word", Data("hello".utf8), "no JSON and no property list, at line 1, column 1"),
        ("an array", Data("[1]".utf8), "an array, not an object"),
        ("a number", Data("1".utf8), "a number, not an object"),
        ("unfinished", Data("{\n  \"trip/attempts\": ".utf8), "at line 2"),
        ("two documents", Data("{} {}".utf8), "line 1, column 4"),
        ("null", Data(#"{"trip/attempts": null}"#.utf8), "found null"),
        ("a null inside", Data(#"{"trip/theme": [1, {"a": null}]}"#.utf8), "(at [1].a): found null"),
        ("a name twice", Data(#"{"trip/attempts": 1, "trip/attempts": 2}"#.utf8), "occurs twice"),
        ("a name twice inside", Data(#"{"trip/theme": {"a": 1, "\u0061": 2}}"#.utf8), "(at a): the name occurs twice"),
        ("one name in two forms", Data("{\"trip/theme\": {\"\u{E9}\": 1, \"e\u{301}\": 2}}".utf8), "occurs twice"),
        ("half a letter", Data(#"{"trip/theme": "\ud800"}"#.utf8), "half of a surrogate pair"),
        ("half a letter in a name", Data(#"{"trip\udc00": 1}"#.utf8), "no JSON"),
        ("bad UTF-8", Data("{\"trip/theme\": \"".utf8) + [0xC0, 0x80] + Data("\"}".utf8), "isn't valid UTF-8"),
        ("odd UTF-16", Data([0xFE, 0xFF, 0x00]), "no text in Unicode"),
        ("a huge real", Data(#"{"trip/ratio": 1e999}"#.utf8), "out of a real's range"),
        ("a tiny real", Data(#"{"trip/ratio": 1e-999}"#.utf8), "out of a real's range"),
        ("a huge integer", Data(#"{"trip/attempts": 18446744073709551616}"#.utf8), "more than 64 bits"),
        ("a small integer", Data(#"{"trip/attempts": -9223372036854775809}"#.utf8), "more than 64 bits"),
        ("NaN", Data(#"{"trip/ratio": NaN}"#.utf8), "no JSON"),
        ("a date of another form", Data(#"{"trip/start": {"$date": "yesterday"}}"#.utf8), "its $date needs"),
        ("a date that isn't", Data(#"{"trip/start": {"$date": "2026-02-31T00:00:00Z"}}"#.utf8), "its $date needs"),
        ("a date too far", Data(#"{"trip/start": {"$date": "@1e30"}}"#.utf8), "Can't store \"trip/start\""),
        ("a date of a number", Data(#"{"trip/start": {"$date": 5}}"#.utf8), "its $date needs"),
        ("bad Base64", Data(#"{"trip/link": {"$data": "?"}}"#.utf8), "its $data needs"),
        ("bad real", Data(#"{"trip/ratio": {"$real": "0x1"}}"#.utf8), "its $real needs"),
        ("another type", Data(#"{"trip/attempts": {"$real": "nan"}}"#.utf8), "Can't read \"trip/attempts\" as Int"),
        ("a reserved name", Data(#"{"trip/theme": {"CF$UID": 1}}"#.utf8), "Can't store \"trip/theme\""),
        ("an unknown name", Data(#"{"trip/": 1}"#.utf8), "isn't the stored name"),
        ("too deep", Data(("{\"trip/theme\": " + String(repeating: "[", count: 100_000)).utf8), "128 levels deep"),
        (
            "too deep objects",
            Data((String(repeating: "{\"trip/theme\":", count: 150) + "1" + String(repeating: "}", count: 150)).utf8),
            "128 levels deep"
        ),
        ("too large", Data(repeating: UInt8(ascii: " "), count: largest + 1), "more than 16 megabytes"),
        ("unclosed XML", Data("<plist><dict><key>trip/attempts</key>".utf8), "no XML property list"),
        ("XML with more after it", xml("") + Data("<plist/>".utf8), "no XML property list"),
        ("an XML array", Data("<plist><array/></plist>".utf8), "an array, not a dictionary"),
        ("an XML name twice", xml(String(repeating: "<key>trip/theme</key><true/>", count: 2)), "a name occurs twice"),
        ("an entity", Data("<!DOCTYPE p [<!ENTITY e \"\">]><plist><dict><key>&e;</key></dict></plist>".utf8), "no XML"),
        ("deep XML", xml("<key>trip/theme</key>" + String(repeating: "<array>", count: 100_000)), "no XML"),
        ("an XML integer", xml("<key>trip/attempts</key><integer>99999999999999999999</integer>"), "no XML"),
        ("a binary start", Data("bplist00".utf8), "is damaged"),
        ("a binary word", Data("bplist00 is not enough for a property list, I think".utf8), "is damaged"),
        ("an old list", Data("{a = 1;}".utf8), "no JSON and no property list"),
    ]

    @Test(arguments: files.indices) func aFileThatIsWrongChangesNothing(index: Int) throws {
        let file = Self.files[index]
        let trip = TripDomain(store: .inMemory())
        trip.theme = "dark"
        let before = trip.snapshot()
        let failure = Shared<DefaultsImportError?>(nil)
        // A thread other than the first has a small stack.
        try Background {
            do throws(DefaultsImportError) {
                try trip.import(file.data)
            } catch {
                failure.change { $0 = error }
            }
        }.wait()
        let error = try #require(failure.value, "\(file.name)")
        #expect(error.description.contains(file.reason), "\(file.name): \(error)")
        #expect(trip.snapshot() == before, "\(file.name)")
    }

    @Test func aBinaryListWithANameTwiceIsRefused() throws {
        var list = BinaryList()
        let (name, one, two) = (list.add(text: "trip/attempts"), list.add([0x10, 1]), list.add([0x10, 2]))
        let data = list.data(top: list.add(dictionary: [(name, one), (name, two)]))
        let error = #expect(throws: DefaultsImportError.self) { try TripDomain(store: .inMemory()).import(data) }
        #expect(error?.description.contains("name twice") == true)
    }
}
