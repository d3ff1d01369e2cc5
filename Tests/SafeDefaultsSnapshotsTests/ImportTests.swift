import Foundation
import SafeDefaults
import SafeDefaultsFiles
import SafeDefaultsSnapshots
import Testing

@testable import TestSupport

@Suite(.rowsC(4)) struct ImportTests {
    private static func data(_ text: String) -> Data { Data(text.utf8) }

    @Test(arguments: StoreKind.allCases) func anImportIsOneChangeAndIsReported(kind: StoreKind) throws {
        let test = TestStore(kind)
        let trip = TripDomain(store: test.store)
        trip.theme = "dark"
        trip.start = Date(timeIntervalSinceReferenceDate: 0)
        let keys = Log<[TripDomain.Keys]>()
        let token = trip.changes().observe { keys.add($0.changedKeys()) }
        let report = try trip.import(Self.data(#"{"trip/attempts": 5, "trip/ratio": 2, "trip/theme": "dark"}"#))
        #expect(report.set == ["trip/attempts", "trip/ratio"])
        #expect(report.unchanged == ["trip/theme"])
        #expect(report.skipped == [])
        #expect("\(report)" == "2 set, 1 unchanged, 0 skipped")
        #expect(trip.attempts == 5 && trip.ratio == 2 && trip.start != nil)
        #expect(keys.all.map { Set($0) } == [[.attempts, .ratio]])
        token.cancel()
    }

    @Test(arguments: StoreKind.allCases) func everyProblemIsReportedAndNothingIsStored(kind: StoreKind) throws {
        let test = TestStore(kind)
        let trip = TripDomain(store: test.store)
        trip.theme = "dark"
        let before = trip.snapshot()
        let file = #"""
            {"trip/attempts": "hunter2", "trip/theme": "fine", "trip/start": true, "other": 1,
             "trip/link": {"$data": "aHVudGVyMg=="}, "trip/ratio": [{"CF$UID": 1}]}
            """#
        let error = try #require(throws: DefaultsImportError.self) { try trip.import(Self.data(file)) }
        #expect(
            error.problems.map(\.storedName) == ["other", "trip/attempts", "trip/link", "trip/ratio", "trip/start"])
        #expect(error.problems.map(\.kind)[3] == .unstorable)
        let others = file.replacingOccurrences(of: #"[{"CF$UID": 1}]"#, with: "[]")
        let second = try #require(throws: DefaultsImportError.self) { try trip.import(Self.data(others)) }
        #expect(
            second.problems.map(\.storedName) == ["other", "trip/attempts", "trip/link", "trip/ratio", "trip/start"])
        #expect(second.problems.map(\.expected) == [nil, "Int", "Optional<URL>", "Double", "Optional<Date>"])
        #expect(second.problems.map(\.found) == [nil, "string", "data", "array", "boolean"])
        #expect(!second.description.contains("hunter2") && !"\(second.problems)".contains("hunter2"))
        let sentences = "Nothing was imported. \"other\" isn't the stored name of a key of TripDomain. Can't read "
        #expect(second.description.hasPrefix(sentences))
        #expect(trip.snapshot() == before)
        #expect(test.store.userDefaults.object(forKey: "other") == nil)
    }

    @Test func ofManyUnknownNamesTheFirstAreListedAndAllAreCounted() throws {
        let trip = TripDomain(store: .inMemory())
        func problems(_ count: Int) throws -> [DefaultsError] {
            let names = (0..<count).map { "\"other/\(10_000 + $0)\": 1" }.joined(separator: ", ")
            let file = Self.data(#"{"trip/attempts": "many", \#(names)}"#)
            return try #require(throws: DefaultsImportError.self) { try trip.import(file) }.problems
        }
        #expect(try problems(1_000).count == 1_001)
        let most = try problems(5_000)
        #expect(most.count == 1_002 && most.last?.storedName == "trip/attempts")
        #expect(most.first?.storedName == nil && most.first?.description.contains("has 5000 names") == true)
        #expect(most.dropFirst().dropLast().map(\.storedName) == (10_000..<11_000).map { "other/\($0)" })
        #expect(most.dropLast().allSatisfy { $0.kind == .unknownName })
    }

    @Test func unknownNamesAreRefusedSkippedOrKept() throws {
        let file = Self.data(#"{"trip/attempts": 5, "sheet/a": [1], "other": "x"}"#)
        let domains: [any SafeDefaults.Type] = [TripDomain.self]
        for unknown in DefaultsSnapshot.UnknownNames.allCases {
            let store = DefaultsStore.inMemory()
            let trip = TripDomain(store: store)
            switch unknown {
            case .refuse:
                let error = try #require(throws: DefaultsImportError.self) { try trip.import(file) }
                #expect(error.problems.map(\.storedName) == ["other", "sheet/a"])
                #expect(error.problems.allSatisfy { $0.kind == .unknownName })
                #expect(trip.snapshot().isEmpty)
            case .skip:
                #expect(try store.import(file, for: domains, unknown: unknown).skipped == ["other", "sheet/a"])
                #expect(trip.attempts == 5 && SheetDomain(store: store).snapshot().isEmpty)
            case .keep:
                let report = try store.import(file, for: domains, unknown: unknown)
                #expect(report.set == ["other", "sheet/a", "trip/attempts"])
                #expect(store.userDefaults.string(forKey: "other") == "x")
            }
        }
    }

    @Test func severalDomainsAreImportedTogether() throws {
        let store = DefaultsStore.inMemory()
        let file = Self.data(#"{"trip/attempts": 5, "sheet/a": [1]}"#)
        try store.import(file, for: [TripDomain.self, SheetDomain.self])
        #expect(
            store.snapshot(of: [TripDomain.self, SheetDomain.self]).values == ["trip/attempts": 5, "sheet/a": [1]])
        let error = try #require(throws: DefaultsImportError.self) { try store.import(file, for: []) }
        #expect(error.problems.first?.description == "\"sheet/a\" isn't the stored name of a key of any domain.")
    }

    @Test func ofAKeyWithoutASettingOnlyTheNameIsChecked() throws {
        struct Plain: SafeDefaults {
            enum Keys: String, DefaultsKey { case attempts }
            var store: DefaultsStore
        }
        let plain = Plain(store: .inMemory())
        try plain.import(Self.data(#"{"attempts": "three"}"#))
        #expect(plain.string(forKey: .attempts) == "three")
    }

    @Test func aStoreThatCannotWriteIsAProblem() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("missing-\(UUID())")
        try Data().write(to: directory)
        defer { try? FileManager.default.removeItem(at: directory) }
        let issues = try IssueRecorder.issues {
            let trip = TripDomain(store: .file(directory.appendingPathComponent("a.plist")))
            let error = try #require(throws: DefaultsImportError.self) {
                try trip.import(Self.data(#"{"trip/attempts": 1}"#))
            }
            #expect(error.problems.count == 1)
        }
        #expect(issues.count <= 1)
    }
}
