#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// A shared header and a journal that another program has changed.
@Suite struct SharedHeaderTests {
    let fixture = FileFixture(isInMemory: true)

    /// Changes a field of the header as another program could.
    private func store(_ word: UInt64, _ field: HeaderField) throws {
        let file = try FileHandle(forUpdating: fixture.directory.file(".store.plist.lock"))
        defer { try? file.close() }
        try file.seek(toOffset: UInt64(8 * field.rawValue))
        try file.write(contentsOf: withUnsafeBytes(of: word.littleEndian) { Data($0) })
    }

    /// A process has found a new lock file empty, and is held up before it extends the file.
    ///
    /// Meanwhile others use the store.
    @Test(.noHang) func aProcessThatExtendsTheLockFileLosesNoCountOfOthers() throws {
        let gate = GatedCalls(.write, 1)
        gate.arm()
        let opening = Background { [fixture] in _ = try fixture.engine(calls: gate) }
        #expect(gate.wait(for: opening))
        let reader = try fixture.engine()
        #expect(reader.value("n") == nil)
        let writer = try fixture.engine()
        try writer.set("n", 1)
        try writer.flush()
        gate.open()
        try opening.wait()
        #expect(reader.value("n") == 1)
    }

    /// An older header has the position and the intent of that time.
    @Test(arguments: [Intent.nothing, Intent.append, Intent.replace, Intent.undo(at: 4_096), 1 << 47])
    func anOlderHeaderLosesNothingWhateverItsIntent(_ intent: UInt64) throws {
        let engine = try fixture.engine()
        try engine.set("a", 1)
        let older = try #require(engine.cache.state.files.header)[.position]
        try engine.set("b", 2)
        try engine.set("c", 3)
        let newer = try #require(engine.cache.state.files.header)[.position]
        try store(older, .position)
        try store(intent, .intent)
        let issues = try IssueRecorder.issues {
            let other = try fixture.engine()
            other.report()
            #expect(other.texts == ["a": 1, "b": 2, "c": 3])
        }
        #expect(issues.map(\.kind) == [.unexpectedFile])
        // What another process is just writing doesn't count yet.
        if intent != Intent.nothing {
            try engine.exclusively { _ throws(DefaultsError) in
                let issues = IssueRecorder.issues { #expect((try? fixture.values()) == ["a": 1]) }
                #expect(issues.isEmpty)
            }
        }
        try store(newer, .position)
        try store(Intent.nothing, .intent)
    }

    /// An older header with a wrong bit may look like that of a write that failed.
    @Test(arguments: [0, 1 << 20, nil] as [Int?])
    func aRecordIsRemovedOnlyByTheIntentToUndoExactlyThatRecord(_ wrongOffset: Int?) throws {
        let engine = try fixture.engine()
        try engine.set("a", 1)
        let older = try #require(engine.cache.state.files.header)[.position]
        let offset = engine.cache.state.end
        try engine.set("b", 2)
        try store(older, .position)
        try store(Intent.undo(at: wrongOffset ?? offset), .intent)
        _ = try IssueRecorder.issues { try fixture.engine().set("c", 3) }
        let values = try fixture.values()
        #expect(values == (wrongOffset == nil ? ["a": 1, "c": 3] : ["a": 1, "b": 2, "c": 3]))
    }

    @Test(arguments: [1, 2] as [UInt64]) func aJournalWithoutEndIsRefusedAndLeftAlone(_ boot: UInt64) throws {
        let engine = try fixture.engine()
        try engine.set("a", 1)
        engine.schedule.isDirty.set(false)
        let path = fixture.directory.file(".store.plist.journal").path
        let length = try #require(engine.cache.state.journal == nil ? nil : engine.cache.state.end)
        // A hole, which takes no room on the disk.
        try #require(truncate(path, 1 << 40) == 0)
        let error = #expect(throws: DefaultsError.self) { _ = try fixture.engine(boot: boot) }
        #expect(error?.description.contains("is larger than 8 GiB") == true, "\(String(describing: error))")
        try #require(truncate(path, off_t(length)) == 0)
        #expect(try fixture.values(boot: boot) == ["a": 1])
    }
}
#endif
