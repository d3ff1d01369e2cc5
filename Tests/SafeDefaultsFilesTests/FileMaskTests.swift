#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// What may be read and written by whom, and where a store writes at all.
@Suite struct FileMaskTests {
    // In a process of its own, since the mask and the working directory are the whole process's.
    @Test func allThatIsMadeIsTheOwnersAloneAtEachMomentUnderEveryMask() async throws {
        await #expect(processExitsWith: .success) {
            let fixture = FileFixture(isInMemory: true)
            let elsewhere = TemporaryDirectory(isInMemory: true)
            try #require(chdir(elsewhere.path) == 0)
            // All of them at length; each seventh or 73rd, the last one included, else.
            let step = Stress.isFull ? 1 : Stress.isAsked ? 7 : 73
            for mask in stride(from: 0, through: 0o777, by: step) as StrideThrough<mode_t> {
                umask(mask)
                try MaskedStore(fixture, mask).use()
            }
            #expect(elsewhere.names.isEmpty)
        }
    }

    @Test(arguments: [0o000, 0o077, 0o400, 0o777] as [mode_t])
    func aUserWithoutPrivilegesHasTheSameUnderAMaskThatTakesAllRights(_ mask: mode_t) throws {
        let fixture = FileFixture()
        var program = Program("filer", preferences: fixture.directory)
        program.wrapper = OtherUser.wrapper + ["bash", "-c", "umask \(String(mask, radix: 8)); exec \"$0\" \"$@\""]
        let url = fixture.directory.file("one/two/store.plist")
        let outcome = try program.run(url.path, "compact", "a")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        for name in ["one", "one/two"] { #expect(try FileMode.of(fixture.directory.file(name)) == 0o700, "\(name)") }
        for name in ["store.plist", ".store.plist.lock", ".store.plist.journal"] {
            #expect(try FileMode.of(fixture.directory.file("one/two/\(name)")) == 0o600, "\(name)")
        }
    }
}

/// The permissions of files.
enum FileMode {
    static func of(_ url: URL) throws -> mode_t {
        var status = stat()
        try #require(lstat(url.path, &status) == 0)
        return status.st_mode & 0o7777
    }
}

/// A store in a directory that is to be made, used in every way while somebody looks at all there is.
private struct MaskedStore {
    private let root: URL
    private let mask: mode_t
    private let calls: LookingCalls

    init(_ fixture: FileFixture, _ mask: mode_t) {
        root = fixture.directory.file("\(mask)")
        self.mask = mask
        calls = LookingCalls(root.path)
    }

    func use() throws {
        let place = try FilePlace(root.appendingPathComponent("two/store.plist"))
        let storage = Storage(calls)
        let engine = try FileEngine(place, files: try StoreFiles(place, storage: storage), storage: storage, boot: 1)
        try engine.set("a", 1)
        try engine.flush()
        try engine.compactNow()
        // Damaged, so that it is set aside.
        try Data("damaged".utf8).write(to: root.appendingPathComponent("two/store.plist"))
        chmod(root.appendingPathComponent("two/store.plist").path, 0o600)
        try IssueRecorder.issues {
            try engine.set("b", 2)
            try engine.compactNow()
        }.forEach { #expect($0.kind == .damagedFile, "mask \(String(mask, radix: 8))") }
        calls.lookAtAll(isExact: true)
        #expect(calls.wrong.isEmpty, "mask \(String(mask, radix: 8)): \(calls.wrong.sorted())")
        #expect(calls.names.count > 5 && calls.names.contains { $0.contains(".damaged-") }, "\(calls.names)")
    }
}

/// Looks before each call at the permissions of all files, and at what the call is about.
private final class LookingCalls: InterposedCalls {
    private let root: String
    private let found = Shared((wrong: Set<String>(), names: Set<String>()))

    init(_ root: String) { self.root = root }

    /// What is open to others, or lies elsewhere.
    var wrong: Set<String> { found.value.wrong }

    /// All files that there were at any time.
    var names: Set<String> { found.value.names }

    func failure(of call: StorageCall, _ name: String) -> Int32? {
        // A file that was made just now has less, until the next call sets its permissions.
        lookAtAll(isExact: ![.setMode, .open].contains(call))
        let isInside = name.isEmpty || !name.contains("/") && name != ".." || "\(name)/".hasPrefix(root + "/")
        let isAbove = [.status, .open].contains(call) && root.hasPrefix(name)
        if !isInside, !isAbove { found.change { $0.wrong.insert("\(call) of \(name)") } }
        return nil
    }

    func lookAtAll(isExact: Bool) {
        for path in [""] + (FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []) {
            var status = stat()
            guard lstat("\(root)/\(path)", &status) == 0 else { continue }
            let mode = status.st_mode & 0o7777
            let most: mode_t = status.st_mode & S_IFMT == S_IFDIR ? 0o700 : 0o600
            let isRight = isExact ? mode == most : mode & ~most == 0
            found.change { found in
                found.names.insert(path)
                if !isRight { found.wrong.insert("\(path) has \(String(mode, radix: 8))") }
            }
        }
    }
}
#endif
