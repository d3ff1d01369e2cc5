import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFormats
@testable import SafeDefaultsSnapshots
@testable import TestSupport

@Suite(.rowsC(4)) struct ExportTests {
    static let date = Date(timeIntervalSinceReferenceDate: 806_823_441.25)

    @Test func jsonIsReadableSortedAndExact() throws {
        let snapshot = DefaultsSnapshot(values: [
            "login/when": .date(Self.date), "login/attempts": 3, "login/ratio": 1.0, "login/small": 1.5,
            "login/icon": .data(Data([1, 2, 3])), "login/on": true, "login/big": .unsignedInteger(.max),
            "login/tags": ["a", "b"], "login/none": .real(.nan), "login/name": "Tom \"T\"\n", "login/empty": [:],
            "login/window": ["size": [640, 480.5], "$date": "no escape"], "login/odd": ["$date": "x"],
        ])
        let text = String(decoding: try snapshot.export(as: .json), as: UTF8.self)
        #expect(
            text == """
                {
                  "login/attempts": 3,
                  "login/big": 18446744073709551615,
                  "login/empty": {},
                  "login/icon": {"$data": "AQID"},
                  "login/name": "Tom \\"T\\"\\n",
                  "login/none": {"$real": "nan"},
                  "login/odd": {
                    "$$date": "x"
                  },
                  "login/on": true,
                  "login/ratio": 1.0,
                  "login/small": 1.5,
                  "login/tags": ["a", "b"],
                  "login/when": {"$date": "2026-07-27T05:37:21.25Z"},
                  "login/window": {
                    "$date": "no escape",
                    "size": [640, 480.5]
                  }
                }

                """)
        #expect(try DefaultsSnapshot(importing: Data(text.utf8)) == snapshot)
    }

    @Test(arguments: DefaultsSnapshot.Format.allCases, [StoreKind.inMemory, .file, .rawSuite, .apple])
    func randomSnapshotsSurviveAFile(format: DefaultsSnapshot.Format, kind: StoreKind) throws {
        var source = RandomSource(state: 14)
        source.isLossless = kind != .rawSuite
        let tests = [TestStore(kind), TestStore(kind)]
        let sheets = tests.map { SheetDomain(store: $0.store) }
        for round in 0..<Stress.count(kind == .inMemory ? 60 : 15, usual: 60, full: 2_000) {
            sheets[0].fill(&source)
            let snapshot = sheets[0].snapshot()
            let hint: Comment = "round \(round), \(snapshot)"
            if format == .xml, snapshot.values.values.contains(where: \.hasNullCharacter) {
                let error = #expect(throws: DefaultsError.self, hint) { try snapshot.export(as: format) }
                #expect(error?.kind == .failedExport, hint)
                continue
            }
            let data = try sheets[0].snapshot().export(as: format)
            #expect(try snapshot.export(as: format) == data, hint)
            sheets[1].removeAll()
            let report = try sheets[1].import(data)
            #expect(sheets[1].snapshot() == snapshot, hint)
            #expect(try sheets[1].snapshot().export(as: format) == data, hint)
            #expect(report.set == snapshot.values.keys.sorted(), hint)
            #expect(try sheets[1].import(data).unchanged == snapshot.values.keys.sorted(), hint)
        }
    }

    @Test(arguments: [DefaultsSnapshot.Format.xml, .binary]) func foundationReadsPropertyLists(
        format: DefaultsSnapshot.Format
    ) throws {
        let snapshot = DefaultsSnapshot(values: [
            "when": .date(Self.date), "n": 3, "r": 1.0, "s": "<a> & b", "d": .data(Data([9])), "on": true,
            "big": .unsignedInteger(.max), "list": [1, ["x": [:]]], "none": [],
        ])
        let data = try snapshot.export(as: format)
        let object = try PropertyListSerialization.propertyList(from: data, format: nil)
        guard case .dictionary(var read) = try PropertyListValue(foundationObject: object) else {
            Issue.record("it is no dictionary")
            return
        }
        if format == .xml {
            #expect(read["when"] == .date(Date(timeIntervalSinceReferenceDate: 806_823_441)))
            read["when"] = .date(Self.date)
        }
        #expect(read == snapshot.values)
        #expect(data.starts(with: Data((format == .xml ? "<?xml" : "bplist00").utf8)))
    }

    @Test func jsonInAnyUnicodeEncodingIsImported() throws {
        let text = "{\"trip/theme\": \"grün\"}"
        for data in [Data(text.utf8), Data([0xEF, 0xBB, 0xBF] + text.utf8), try #require(text.data(using: .utf16))] {
            let trip = TripDomain(store: .inMemory())
            try trip.import(data)
            #expect(trip.theme == "grün")
        }
    }

    @Test func anEditedDateOfAnXMLListCounts() throws {
        let snapshot = DefaultsSnapshot(values: ["when": .date(Self.date)])
        let text = String(decoding: try snapshot.export(as: .xml), as: UTF8.self)
        #expect(text.contains("<date seconds=\"806823441.25\">2026-07-27T05:37:21Z</date>"))
        let edited = text.replacingOccurrences(of: "05:37:21Z", with: "05:37:22Z")
        let expected = Date(timeIntervalSinceReferenceDate: 806_823_442)
        #expect(try DefaultsSnapshot(importing: Data(edited.utf8)).values == ["when": .date(expected)])
    }

    @Test(arguments: DefaultsSnapshot.Format.allCases) func aFileThatWouldBeTooLargeIsRefused(
        format: DefaultsSnapshot.Format
    ) throws {
        let snapshot = DefaultsSnapshot(values: ["a": .data(Data(count: PropertyListFile.largest))])
        let error = #expect(throws: DefaultsError.self) { try snapshot.export(as: format) }
        #expect(error?.description == "The values can't be exported: it has more than 16 megabytes.")
    }

    @Test func whatAFormatLacksIsNamed() {
        let snapshot = DefaultsSnapshot(values: ["a": ["list": ["x", "y\0"]]])
        let error = #expect(throws: DefaultsError.self) { try snapshot.export(as: .xml) }
        #expect(
            error?.description
                == "\"a\" can't be exported (at list.[1]): it contains a null character, which XML can't represent.")
        #expect(error?.storedName == "a" && error?.codingPath == ["list", "[1]"])
        for format in DefaultsSnapshot.Format.allCases {
            let far = DefaultsSnapshot(values: ["a": .date(Date(timeIntervalSinceReferenceDate: 1e20))])
            #expect(throws: DefaultsError.self) { try far.export(as: format) }
        }
    }

    @Test(arguments: DefaultsSnapshot.Format.allCases) func theDeepestValueSurvives(
        format: DefaultsSnapshot.Format
    ) throws {
        let leaf = PropertyListValue.date(Self.date)
        let deepest = (0..<deepestPropertyList - 1).reduce(leaf) { value, level in
            level.isMultiple(of: 2) ? .array([value]) : .dictionary(["$date": value])
        }
        let sheet = SheetDomain(store: .inMemory())
        let key = SheetDomain.Keys(rawValue: "a")
        let wasStored = Shared(false)
        // A thread other than the first has a small stack.
        try Background {
            try sheet.write(deepest, forKey: key)
            let snapshot = sheet.snapshot()
            let data = try snapshot.export(as: format)
            sheet.removeAll()
            try sheet.import(data)
            wasStored.change { $0 = sheet.snapshot() == snapshot }
        }.wait()
        #expect(wasStored.value)
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func datesSurviveTheirText(seed: UInt64) {
        var source = RandomSource(state: seed)
        let special = [0, -0.0, -1e-20, 0.1, 1e-300, -1, -86_400, 6.2e16, -6.2e16, 63_113_904_000, -63_114_076_800.5]
        for round in 0..<Stress.count(500, usual: 4_000, full: 400_000) {
            let random = Double.random(in: -1e11...1e11, using: &source)
            let seconds = round < special.count ? special[round] : Bool.random(&source) ? random : random.rounded(.down)
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            let text = ExactDate.text(for: date)
            #expect(
                ExactDate.date(from: text)?.timeIntervalSinceReferenceDate.bitPattern == seconds.bitPattern,
                "seed \(seed), \(seconds), \(text)")
            // Foundation's formatter has the Julian calendar before October 1582.
            guard seconds > -1.3e10, seconds < 2.5e11, !text.hasPrefix("@") else { continue }
            let start = Date(timeIntervalSinceReferenceDate: seconds.rounded(.down))
            let foundations = ISO8601DateFormatter().string(from: start)
            #expect(text.prefix(19) == foundations.dropLast(), "seed \(seed), \(seconds)")
        }
        let others = [
            "", "Z", "@", "@nan", "2026-02-30T00:00:00Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00+02:00",
        ]
        for text in others {
            #expect(ExactDate.date(from: text) == nil, "\(text)")
        }
    }
}
