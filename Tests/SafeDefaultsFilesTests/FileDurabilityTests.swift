#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// What `flush` promises, and what a sync that failed leaves.
@Suite struct FileDurabilityTests {
    let fixture = FileFixture()
    let calls = FailingCalls()

    @Test func afterAFailedSyncNewFilesAreWritten() throws {
        let engine = try fixture.engine(calls: calls)
        let other = try fixture.engine()
        try engine.set("a", 1)
        calls.fail(.synchronize, with: EIO)
        #expect(throws: DefaultsError.self) { try engine.flush() }
        calls.recover()
        let before = try FileManager.default.attributesOfItem(
            atPath: fixture.directory.file(".store.plist.journal").path)
        // Another process doesn't trust them either.
        try other.flush()
        let after = try FileManager.default.attributesOfItem(
            atPath: fixture.directory.file(".store.plist.journal").path)
        #expect(before[.systemFileNumber] as? Int != after[.systemFileNumber] as? Int)
        #expect(try fixture.propertyList() == ["a": 1])
        #expect(engine.texts == ["a": 1])
    }

    @Test func aFailedSyncIsNotForgottenWithTheProcessThatDiesNext() throws {
        let engine = try fixture.engine(calls: calls)
        try engine.set("a", 1)
        calls.fail(.synchronize, with: EIO)
        #expect(throws: DefaultsError.self) { try engine.flush() }
        calls.recover()
        let before = try inode(".store.plist.journal")
        // What a process leaves that is killed while it writes.
        try engine.cache.state.files.header?.store(Intent.append, in: .intent)
        let other = try fixture.engine()
        try other.flush()
        #expect(try inode(".store.plist.journal") != before)
        #expect(try fixture.propertyList() == ["a": 1])
    }

    private func inode(_ name: String) throws -> ino_t {
        var status = stat()
        try #require(lstat(fixture.directory.file(name).path, &status) == 0)
        return status.st_ino
    }

    @Test(arguments: [1, 2] as [UInt64]) func aHeaderThatIsDamagedCostsNoChange(_ boot: UInt64) throws {
        let engine = try fixture.engine()
        try engine.set("a", 1)
        try engine.set("b", 2)
        engine.schedule.isDirty.set(false)
        let url = fixture.directory.file(".store.plist.journal")
        var journal = try Data(contentsOf: url)
        journal[20] ^= 1
        try journal.write(to: url)
        let issues = try IssueRecorder.issues {
            let engine = try fixture.engine(boot: boot)
            engine.report()
            #expect(engine.texts == ["a": 1, "b": 2])
        }
        #expect(issues.map(\.kind) == [.damagedFile])
    }

    @Test func newDirectoriesAreDurableBeforeTheFirstJournalIsInPlace() throws {
        let calls = CountingCalls()
        let place = try FilePlace(fixture.directory.file("one/two/store.plist"))
        let storage = Storage(calls)
        let engine = try FileEngine(place, files: try StoreFiles(place, storage: storage), storage: storage, boot: 1)
        calls.reset()
        try engine.set("a", 1)
        // The journal, the two in which directories were made, and those further up that contain one of this user's.
        #expect(calls.count(of: .synchronize) >= 3)
        calls.reset()
        try engine.flush()
        // The journal and its directory.
        #expect(calls.count(of: .synchronize) == 2)
        try engine.set("a", 2)
        calls.reset()
        try engine.flush()
        #expect(calls.count(of: .synchronize) == 1)
    }

    /// A path is often made of a directory's and a relative one.
    @Test(.noHang, arguments: ["one/../store.plist", "../%/store.plist", "one/../two/store.plist", "./../%/./a.plist"])
    func aPathMayLeadUpwards(_ path: String) throws {
        let name = URL(fileURLWithPath: fixture.directory.path).lastPathComponent
        let path = path.replacingOccurrences(of: "%", with: name)
        try FileManager.default.createDirectory(
            at: fixture.directory.file("one"), withIntermediateDirectories: false)
        let place = try FilePlace(URL(fileURLWithPath: "\(fixture.directory.path)/\(path)"))
        let files = try StoreFiles(place, storage: Storage())
        let engine = try FileEngine(place, files: files, storage: Storage(), boot: 1)
        try engine.set("a", 1)
        try engine.flush()
        #expect(engine.texts == ["a": 1])
    }

    @Test(.noHang) func aMissingDirectoryThatAPathLeavesAgainIsNoCrash() throws {
        let place = try FilePlace(URL(fileURLWithPath: "\(fixture.directory.path)/one/../two/store.plist"))
        let files = try StoreFiles(place, storage: Storage())
        let engine = try FileEngine(place, files: files, storage: Storage(), boot: 1)
        try engine.set("a", 1)
        #expect(engine.texts == ["a": 1])
    }

    @Test func aDamagedStoreThatCannotBeLockedReportsNoFailedSave() throws {
        try Data("<plist><dict><key>a</key>".utf8).write(to: fixture.directory.file("store.plist"))
        let lock = fixture.directory.file(".store.plist.lock")
        try Data().write(to: lock)
        // Nobody but its owner, and not even the superuser, may lock it.
        chmod(lock.path, 0o444)
        if geteuid() == 0 { chown(lock.path, 1, 1) }
        let issues = try IssueRecorder.issues {
            let engine = try fixture.engine()
            #expect(throws: DefaultsError.self) { try engine.set("a", 1) }
            engine.isEnding.set(true)
            engine.report()
        }
        #expect(issues.map(\.kind) == [.damagedFile])
    }

    /// The real user may be another one than the effective user, and macOS protects directories of a user's own.
    @Test(arguments: [EACCES, EPERM]) func aDirectoryThatMayNotBeReadIsNoObstacle(_ number: Int32) throws {
        let place = try FilePlace(fixture.directory.file("one/store.plist"))
        let calls = ClosedParents(of: place.directory, number)
        let storage = Storage(calls)
        let engine = try FileEngine(place, files: try StoreFiles(place, storage: storage), storage: storage, boot: 1)
        try engine.set("a", 1)
        try engine.flush()
        #expect(engine.texts == ["a": 1])
    }
}

/// Refuses to open each directory further up than a given one.
private struct ClosedParents: InterposedCalls {
    let directory: String
    let number: Int32

    init(of directory: String, _ number: Int32) { (self.directory, self.number) = (directory, number) }

    func failure(of call: StorageCall, _ name: String) -> Int32? {
        call == .open && name != directory && (name == "/" || directory.hasPrefix("\(name)/")) ? number : nil
    }
}
#endif
