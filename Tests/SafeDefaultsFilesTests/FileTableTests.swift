#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// What happens when another program edits, restores or removes a store's files; cell by cell of the table in
/// HowFileDefaultsWorks.md.
@Suite struct FileTableTests {
    let fixture = FileFixture()

    /// A store of which `old` is compacted, and `new` is in the journal.
    private func prepare() throws {
        let engine = try fixture.engine()
        try engine.set("old", 1)
        try engine.compactNow()
        try engine.set("new", 2)
        // So that closing doesn't compact.
        engine.schedule.isDirty.set(false)
    }

    private func kinds(_ body: () throws -> Void) rethrows -> [DefaultsIssue.Kind] {
        try IssueRecorder.issues(body).map(\.kind)
    }

    /// What a process that opens the store reads, and reports.
    private func opened() throws -> (values: [String: PropertyListValue], kinds: [DefaultsIssue.Kind]) {
        var values: [String: PropertyListValue] = [:]
        let kinds = try kinds {
            let engine = try fixture.engine()
            engine.report()
            values = engine.texts
        }
        return (values, kinds)
    }

    // MARK: - While nobody has it open

    /// What happens to the files, what the next process reads then, and what it reports.
    ///
    /// The next process writes, too, and the one after it has nothing to report.
    private static let changes:
        [(
            name: String, values: [String: PropertyListValue], kinds: [DefaultsIssue.Kind],
            make: @Sendable (FileFixture) throws -> Void
        )] = [
            ("nothing", ["old": 1, "new": 2], [], { _ in }),
            (
                "the same property list in a new file", ["old": 1, "new": 2], [],
                { fixture in
                    let data = try Data(contentsOf: fixture.url)
                    try FileManager.default.removeItem(at: fixture.url)
                    try data.write(to: fixture.url)
                }
            ),
            (
                "a restored property list", ["old": 1, "last": 6], [.unexpectedFile],
                { fixture in
                    let backup = try Data(contentsOf: fixture.url)
                    let engine = try fixture.engine()
                    try engine.set("old", 5)
                    try engine.compactNow()
                    try engine.set("last", 6)
                    engine.schedule.isDirty.set(false)
                    try backup.write(to: fixture.url)
                }
            ),
            ("an empty property list", ["new": 2], [.unexpectedFile], { try Data().write(to: $0.url) }),
            ("no journal", ["old": 1], [.damagedFile], { try $0.remove(".store.plist.journal") }),
            ("no lock file", ["old": 1, "new": 2], [], { try $0.remove(".store.plist.lock") }),
            ("no file", [:], [], { fixture in for name in fixture.directory.names { try fixture.remove(name) } }),
        ]

    @Test(arguments: changes.indices) func theNextProcessReadsWhatIsLeft(_ index: Int) throws {
        let (name, expected, issues, make) = Self.changes[index]
        try prepare()
        try make(fixture)
        let (values, kinds) = try opened()
        #expect(values == expected && kinds == issues, "\(name)")
        try fixture.engine().set("later", 3)
        let (after, none) = try opened()
        #expect(after == expected.merging(["later": 3]) { $1 } && none.isEmpty, "\(name)")
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func anEditedPropertyListIsTheBaseAndTheJournalApplies(
        _ format: PropertyListSerialization.PropertyListFormat
    ) throws {
        try prepare()
        try fixture.edit(["old": 10, "added": "x", "new": 20], format: format)
        let (values, kinds) = try opened()
        #expect(values == ["old": 10, "added": "x", "new": 2] && kinds == [.unexpectedFile])
        // The first write makes one whole of it, which is reported no more.
        try fixture.engine().set("later", 3)
        let (after, none) = try opened()
        #expect(after == ["old": 10, "added": "x", "new": 2, "later": 3] && none.isEmpty)
        #expect(fixture.aside.isEmpty)
    }

    @Test func aRemovedPropertyListLeavesAnEmptyStoreAndTheJournalIsSetAside() throws {
        try prepare()
        let journal = try Data(contentsOf: fixture.directory.file(".store.plist.journal"))
        try FileManager.default.removeItem(at: fixture.url)
        let (values, kinds) = try opened()
        #expect(values.isEmpty && kinds == [.unexpectedFile])
        #expect(fixture.aside.isEmpty, "opening writes nothing")
        try fixture.engine().set("later", 3)
        let (after, none) = try opened()
        #expect(after == ["later": 3] && none.isEmpty)
        #expect(fixture.aside.count == 1)
        let aside = try Data(contentsOf: fixture.directory.file(try #require(fixture.aside.first)))
        #expect(aside.starts(with: journal))
    }

    // MARK: - While somebody has it open

    @Test func anEditIsNoticedByTheNextCompaction() throws {
        try prepare()
        let engine = try fixture.engine()
        try fixture.edit(["old": 10, "added": "x"])
        #expect(engine.texts == ["old": 1, "new": 2])
        let kinds = try kinds { try engine.compactNow() }
        #expect(kinds == [.unexpectedFile])
        #expect(engine.texts == ["old": 10, "added": "x", "new": 2])
        #expect(try fixture.propertyList() == engine.texts)
    }

    @Test func aRemovalIsNoticedByTheNextCompaction() throws {
        try prepare()
        let engine = try fixture.engine()
        let other = try fixture.engine()
        try FileManager.default.removeItem(at: fixture.url)
        #expect(engine.texts == ["old": 1, "new": 2])
        let kinds = try kinds { try engine.compactNow() }
        #expect(kinds == [.unexpectedFile])
        #expect(engine.texts.isEmpty && other.texts.isEmpty)
        #expect(fixture.aside.count == 1)
        try other.set("later", 3)
        #expect(engine.texts == ["later": 3])
    }

    @Test func aRemovedJournalIsReplacedByTheNextFlush() throws {
        try prepare()
        let engine = try fixture.engine()
        try fixture.remove(".store.plist.journal")
        #expect(engine.texts == ["old": 1, "new": 2])
        try engine.flush()
        let (values, kinds) = try opened()
        #expect(values == ["old": 1, "new": 2] && kinds.isEmpty)
    }

    @Test func aRemovedLockFileIsReplacedByTheNextCompaction() throws {
        try prepare()
        let engine = try fixture.engine()
        try fixture.remove(".store.plist.lock")
        try engine.compactNow()
        let other = try fixture.engine(timeout: .milliseconds(50))
        try engine.exclusively { _ throws(DefaultsError) in
            #expect(throws: DefaultsError.self) { try other.set("later", 3) }
            #expect(engine.value("new") == 2)
        }
        try other.set("later", 4)
        #expect(engine.texts == ["old": 1, "new": 2, "later": 4])
    }

    @Test func aRemovedDirectoryIsReplacedByTheNextFlush() throws {
        try prepare()
        let engine = try fixture.engine()
        try FileManager.default.removeItem(atPath: fixture.directory.path)
        // What was written before can't be read any more.
        #expect(kinds { #expect(throws: DefaultsError.self) { try engine.flush() } } == [.unexpectedFile])
        try engine.set("later", 3)
        #expect(try kinds { try engine.flush() }.isEmpty)
        #expect(engine.texts == ["later": 3])
        #expect(try opened().values == ["later": 3])
    }

    /// The system gives a removed file's number to the next one; here another store has the lock file itself.
    @Test func aStoreThatWasRemovedIsNotTakenForTheNextOneWithItsLockFile() throws {
        let (removed, other) = (fixture.directory.file("removed"), fixture.directory.file("other"))
        for directory in [removed, other] {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        }
        let defaults = try FileDefaults(url: removed.appendingPathComponent("store.plist"))
        defaults.set("removed", forKey: "text")
        let lock = ".store.plist.lock"
        try FileManager.default.linkItem(
            at: removed.appendingPathComponent(lock), to: other.appendingPathComponent(lock))
        try FileManager.default.removeItem(at: removed)
        _ = IssueRecorder.issues { defaults.synchronize() }
        let next = try FileDefaults(url: other.appendingPathComponent("store.plist"))
        #expect(next.string(forKey: "text") == nil)
        next.set("other", forKey: "text")
        #expect(defaults.string(forKey: "text") != "other")
        // And each is found by its own.
        #expect(try FileDefaults(url: other.appendingPathComponent("store.plist")).string(forKey: "text") == "other")
        #expect(try FileDefaults(url: removed.appendingPathComponent("store.plist")).string(forKey: "text") != "other")
    }

    @Test func aRemovedDirectoryStaysRemovedWhenTheStoreIsClosed() throws {
        var engine: FileEngine? = try fixture.engine()
        try engine?.set("a", 1)
        try FileManager.default.removeItem(atPath: fixture.directory.path)
        engine = nil
        #expect(!FileManager.default.fileExists(atPath: fixture.directory.path))
    }

    // MARK: - After a start of the machine

    @Test func recordsBehindAGapDoNotComeBackWhenTheGapIsFilled() throws {
        let engine = try fixture.engine()
        try engine.set("a", 1)
        let gap = try #require(engine.cache.state.journal == nil ? nil : engine.cache.state.end)
        try engine.set("b", 2)
        try engine.set("c", 3)
        engine.schedule.isDirty.set(false)
        // A loss of power may keep a later page of a file and lose an earlier one.
        let url = fixture.directory.file(".store.plist.journal")
        var bytes = try Data(contentsOf: url)
        bytes[gap + 20] ^= 1
        try bytes.write(to: url)
        let next = try fixture.engine(boot: 2)
        #expect(next.texts == ["a": 1])
        // As long as the lost record, so that the one behind it would follow.
        try next.set("d", 4)
        next.schedule.isDirty.set(false)
        #expect(next.texts == ["a": 1, "d": 4])
        #expect(try fixture.values(boot: 3) == ["a": 1, "d": 4])
    }

    // MARK: - Between the renames of a compaction

    @Test func aNewPropertyListWithTheOldJournalIsNoEdit() throws {
        try prepare()
        let journal = try Data(contentsOf: fixture.directory.file(".store.plist.journal"))
        // A compaction that is stopped behind its first rename.
        let calls = FailingCalls()
        calls.fail { call, name in call == .rename && name.hasSuffix(".journal") ? EIO : nil }
        let engine = try fixture.engine(calls: calls)
        #expect(throws: DefaultsError.self) { try engine.compactNow() }
        engine.schedule.isDirty.set(false)
        #expect(try fixture.propertyList() == ["old": 1, "new": 2])
        #expect(try Data(contentsOf: fixture.directory.file(".store.plist.journal")).count > journal.count)
        let (values, kinds) = try opened()
        #expect(values == ["old": 1, "new": 2] && kinds.isEmpty)
    }
}

extension FileFixture {
    fileprivate func remove(_ name: String) throws { try FileManager.default.removeItem(at: directory.file(name)) }
}
#endif
