import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import SafeDefaultsFormats
@testable import SafeDefaultsInspection
@testable import SafeDefaultsSnapshots
@testable import TestSupport

/// The administrator's file of defaults, beneath the values of a store.
@Suite struct DefaultsFileTests {
    typealias Sample = StoreBeneathTests.Sample

    /// A directory that is removed with this object, with a store and a file of defaults.
    private final class Place: Sendable {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("DefaultsFileTests-\(UUID().uuidString)")
        var defaults: URL { directory.appendingPathComponent("notes.plist") }

        init() throws { try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true) }

        func write(_ bytes: Data) throws { try bytes.write(to: defaults) }
        func write(_ text: String) throws { try write(Data(text.utf8)) }

        /// A store whose file of defaults is looked at as often as a test wants.
        func store(every interval: Int = 0, report: (DefaultsIssue) -> Void = { _ in }) -> DefaultsStore {
            let file = DefaultsFile(defaults, every: interval, report: report)
            let url = directory.appendingPathComponent("store.plist")
            let search = SearchList(defaults: file, system: .shared)
            let defaults = FileDefaults(retrying: url, importing: nil, search: search) { error in
                Issue.record("\(error)")
            }
            return DefaultsStore(defaults)
        }

        deinit { try? FileManager.default.removeItem(at: directory) }
    }

    private static var values: [String: Any] {
        ["layers/count": 7, "layers/name": "Tom", "layers/list": [1, 2]]
    }

    private static func data(_ format: PropertyListSerialization.PropertyListFormat) throws -> Data {
        try PropertyListSerialization.data(fromPropertyList: values, format: format, options: 0)
    }

    // MARK: - Forms

    @Test func everyFormIsRead() throws {
        let forms = [
            try Self.data(.xml), try Self.data(.binary), try JSONSerialization.data(withJSONObject: Self.values),
        ]
        for form in forms {
            let place = try Place()
            try place.write(form)
            let sample = Sample(
                store: .file(place.directory.appendingPathComponent("a.plist"), defaults: place.defaults))
            #expect(sample.count == 7 && sample.name == "Tom" && sample.list == [1, 2])
            #expect(sample.store.userDefaults.integer(forKey: "layers/count") == 7)
        }
    }

    @Test func aMissingFileIsNothing() throws {
        let place = try Place()
        let url = place.directory.appendingPathComponent("a.plist")
        let issues = IssueRecorder.issues {
            #expect(Sample(store: .file(url, defaults: place.defaults)).count == 0)
            #expect(Sample(store: .file(url, defaults: place.defaults.appendingPathComponent("x"))).count == 0)
        }
        #expect(issues.isEmpty)
        #expect(
            Set(try FileManager.default.contentsOfDirectory(atPath: place.directory.path)).isSubset(of: [
                "a.plist", ".a.plist.lock",
            ]))
    }

    // MARK: - Layers

    @Test func theStoresOwnValuesComeFirstAndRegisteredOnesLast() throws {
        let place = try Place()
        try place.write(Self.data(.xml))
        let sample = Sample(store: place.store())
        sample.registerDefaults()
        #expect(sample.count == 7 && Sample.count.origin(in: sample.store) == .file(place.defaults))
        #expect(sample.contains(\.count) && sample.storedKeys.isEmpty && sample.dictionaryRepresentation.isEmpty)
        sample.update(\.count) { $0 += 1 }
        #expect(sample.count == 8 && Sample.count.origin(in: sample.store) == .stored)
        sample.edit { draft in
            #expect(draft.list == [1, 2])
            draft.list.append(3)
        }
        #expect(sample.list == [1, 2, 3] && sample.storedKeys == [.count, .list])
        #expect(
            sample.store.snapshot(of: [Sample.self]).values.keys.sorted() == [
                "layers/count", "layers/list",
            ])
        sample.removeAll()
        #expect(sample.allSettings.map(\.origin).allSatisfy { $0 == .file(place.defaults) })
        #expect(sample.store.userDefaults.dictionaryRepresentation()["layers/name"] as? String == "Tom")
        #expect(try Data(contentsOf: place.defaults) == Self.data(.xml), "it is never written")
    }

    @Test func storesAreEqualIfTheirFilesAre() throws {
        let place = try Place()
        let url = place.directory.appendingPathComponent("a.plist")
        #expect(DefaultsStore.file(url, defaults: place.defaults) == .file(url, defaults: place.defaults))
        let (plain, other) = (DefaultsStore.file(url), DefaultsStore.file(url, defaults: place.defaults))
        #expect(plain != other)
        Sample(store: plain).count = 3
        #expect(Sample(store: other).count == 3)
    }

    // MARK: - Changes

    @Test func aChangedFileIsReadAgain() throws {
        let place = try Place()
        let sample = Sample(store: place.store())
        #expect(sample.count == 0)
        for count in 1...20 {
            try place.write(#"{"layers/count": \#(count % 10)}"#)
            #expect(sample.count == count % 10)
        }
        try FileManager.default.removeItem(at: place.defaults)
        #expect(sample.count == 0)
    }

    @Test func readsLookForAChangeOnlyNowAndThen() throws {
        let place = try Place()
        try place.write(Self.data(.xml))
        let sample = Sample(store: place.store(every: 3_600_000))
        try place.write("{}")
        #expect(sample.count == 7)
    }

    @Test func observersHearOfAChange() async throws {
        let place = try Place()
        try place.write(Self.data(.xml))
        let sample = Sample(store: place.store(every: 20))
        var values = sample.values(of: \.count).makeAsyncIterator()
        #expect(await values.next() == 7)
        try place.write(#"{"layers/count": 9}"#)
        #expect(await values.next() == 9)
        try FileManager.default.removeItem(at: place.defaults)
        #expect(await values.next() == 0)
    }

    // MARK: - Damage

    static let damaged = [
        "", "x", "{", "[1]", "5", "{\"a\": }", "{\"layers/count\": 1,", "<plist>", "bplist00", "(1)",
        #"{"layers/count" = 7;}"#,
        "<?xml version=\"1.0\"?><plist><dict><key>a</key></dict></plist>", "{\"a\": null}", "\u{0}",
        String(repeating: "{\"a\":", count: 100_000), String(repeating: "(", count: 100_000),
        String(repeating: "<array>", count: 100_000),
    ]

    @Test(arguments: damaged.indices) func aDamagedFileIsOneIssueAndTheLastGoodContentStays(index: Int) throws {
        let place = try Place()
        try place.write(Self.data(.xml))
        let sample = Sample(store: place.store())
        #expect(sample.count == 7)
        try place.write(Self.damaged[index])
        for _ in 0..<5 { #expect(sample.count == 7) }
        var issues: [DefaultsIssue] = []
        let other = Sample(store: place.store { issues.append($0) })
        #expect(other.count == 0 && issues.map(\.kind) == [.unreadableDefaults])
        #expect("\(issues)".contains(place.defaults.path))
        try place.write(#"{"layers/count": 9}"#)
        #expect(sample.count == 9 && other.count == 9)
    }

    /// The second look reports it: at the first, somebody may still have been writing.
    @Test(.noHang) func damageOfAFileInUseIsReportedOnce() async throws {
        let place = try Place()
        try place.write(Self.data(.xml))
        let sample = Sample(store: place.store())
        #expect(sample.count == 7)
        let (issues, next) = AsyncStream.makeStream(of: DefaultsIssue.self)
        var iterator = issues.makeAsyncIterator()
        for damage in ["{", "<plist>"] {
            try place.write(damage)
            DefaultsIssue.withHandler({ next.yield($0) }) {
                for _ in 0..<5 { #expect(sample.count == 7) }
            }
            let issue = try #require(await iterator.next())
            #expect(issue.kind == .unreadableDefaults && "\(issue)".contains(place.defaults.path))
            try place.write(Self.data(.xml))
            #expect(sample.count == 7)
        }
        next.finish()
        #expect(await iterator.next() == nil)
    }

    @Test func whatIsNoFileAndWhatIsTooLargeIsAnIssue() throws {
        let place = try Place()
        try FileManager.default.createDirectory(at: place.defaults, withIntermediateDirectories: false)
        var issues: [DefaultsIssue] = []
        _ = place.store { issues.append($0) }
        try FileManager.default.removeItem(at: place.defaults)
        #expect(mkfifo(place.defaults.path, 0o600) == 0)
        _ = place.store { issues.append($0) }
        try FileManager.default.removeItem(at: place.defaults)
        try place.write("{}")
        #expect(truncate(place.defaults.path, off_t(PropertyListFile.largest) + 1) == 0)
        _ = place.store { issues.append($0) }
        #expect(issues.map(\.kind) == [.unreadableDefaults, .unreadableDefaults, .unreadableDefaults])
        #expect("\(issues[2])".contains("megabytes"))
    }
}
