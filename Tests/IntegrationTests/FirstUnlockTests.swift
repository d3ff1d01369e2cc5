import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import SafeDefaultsMigrations
@testable import SafeDefaultsSnapshots
@testable import TestSupport

/// Settings that a device keeps closed until it is first unlocked.
@Suite(.rowsB(17)) struct FirstUnlockTests {
    private struct LockedDefaults: SafeDefaults {
        enum Keys: String, DefaultsKey { case launches, name, old }

        struct Settings {
            let launches = Setting(.launches, default: 0)
            let name = Setting<String?>(.name)
        }
        static let settings = Settings()

        let store: DefaultsStore

        /// Counts a launch, and returns the new count.
        func launched() -> Int {
            update(\.launches) { launches in
                launches += 1
                return launches
            }
        }
    }

    /// A device with one app, whose processes begin with ``launch()``.
    private final class Device: Sendable {
        let daemon: AppleDaemon
        private let file = Shared(false)
        private let attempts = Shared(0)

        /// How often the library has tried to write its file.
        var writesOfFile: Int { attempts.value }

        var hasFile: Bool { file.value }

        /// Creates a device, or the part of one that another program has.
        init(_ daemon: AppleDaemon = AppleDaemon()) { self.daemon = daemon }

        /// A store as a new process of the app has it.
        func launch(_ domain: String = "com.example.app") -> LockedDefaults {
            let mark = MarkFile {
                !self.file.value ? .missing : self.daemon.isUnlocked ? .readable : .unreadable
            } create: {
                self.attempts.change { $0 += 1 }
                if self.daemon.isUnlocked { self.file.change { $0 = true } }
                return self.daemon.isUnlocked
            }
            let rules = PlatformRules(markFile: { _ in mark })
            let defaults = AppleDefaults(domain, in: AppleProcess(daemon))
            return LockedDefaults(store: AppleListener.store(over: defaults, domain: domain, rules: rules))
        }

        /// Starts the device; nothing can be read until it is unlocked.
        func restart() {
            daemon.restart()
            daemon.isUnlocked = false
        }
    }

    private let device = Device()

    @Test func aNewStoreIsUnknownUntilTheFirstWrite() {
        let app = device.launch()
        #expect(app.store.availability == .unknown)
        _ = (app.launches, app.name, app.lookup(\.launches), app.storedKeys, app.snapshot())
        #expect(app.store.availability == .unknown && !device.hasFile && device.writesOfFile == 0)
        #expect(app.store.userDefaults.object(forKey: ReservedName.firstUnlock) == nil)
        app.launches = 1
        #expect(app.store.availability == .available && device.hasFile)
        #expect(device.launch().store.availability == .available)
    }

    @Test func beforeTheFirstUnlockMissingIsToldFromNotYetReadable() {
        device.launch().launches = 41
        device.restart()
        let app = device.launch()
        #expect(app.store.availability == .notYetReadable)
        #expect(app.launches == 0)
        guard case .unreadable(let error) = app.lookup(\.launches) else {
            Issue.record("the value counts as missing")
            return
        }
        #expect(error.kind == .notYetReadable && error.storedName?.hasSuffix("launches") == true)
        #expect(throws: error) { try app.read(\.launches) }
        #expect(app.lookup(Int.self, forKey: .launches) == .unreadable(error))
        device.daemon.isUnlocked = true
        #expect(app.store.availability == .available && app.launches == 41)
        #expect(app.lookup(\.launches) == .value(41))
        #expect(app.lookup(\.name) == .missing)
    }

    @Test func nothingComputedIsStoredBeforeTheFirstUnlock() throws {
        device.launch().launches = 41
        device.restart()
        let app = device.launch()
        let issues = IssueRecorder.issues {
            #expect(app.launched() == 1)
            app.edit { draft in draft.launches += 1 }
        }
        #expect(issues.map(\.kind) == [.failedWrite, .failedWrite])
        #expect(issues.allSatisfy { $0.error.kind == .notYetReadable })
        #expect(issues.first?.description.contains("can't be read yet") == true)
        device.daemon.isUnlocked = true
        #expect(app.launches == 41)
        app.update(\.launches) { $0 += 1 }
        #expect(device.launch().launches == 42)
    }

    @Test func migrationsRefuseBeforeTheFirstUnlock() throws {
        let first = device.launch()
        first.store.userDefaults.set("Ada", forKey: "old")
        first.launches = 1
        device.restart()
        let app = device.launch()
        let list = DefaultsMigrations("app", [.version(1, [.rename("old", to: .key(LockedDefaults.Keys.name))])])
        do {
            try list.run(in: app.store)
            Issue.record("the migrations have run")
        } catch {
            #expect(error.kind == .unreadableStore && "\(error)".contains("unlocked"))
        }
        device.daemon.isUnlocked = true
        try list.run(in: app.store)
        #expect(app.name == "Ada")
    }

    @Test func aWriteWithoutAReadIsPassedOn() {
        device.launch().launches = 1
        device.restart()
        let app = device.launch()
        let issues = IssueRecorder.issues {
            app.name = "Ada"
            app.edit { $0.name = "Grace" }
            app.reset(\.launches)
        }
        #expect(issues.isEmpty)
    }

    /// The mark isn't made of settings that look empty because they can't be read.
    @Test func aWriteBeforeTheFirstUnlockMakesNoMark() {
        device.daemon.isUnlocked = false
        let app = device.launch()
        #expect(app.store.availability == .unknown)
        app.launches = 1
        #expect(device.writesOfFile == 1 && !device.hasFile)
        device.daemon.isUnlocked = true
        #expect(app.store.availability == .unknown)
        #expect(app.store.userDefaults.object(forKey: ReservedName.firstUnlock) == nil)
        let next = device.launch()
        next.launches = 2
        #expect(next.store.availability == .available)
    }

    /// The settings of a process that was started before may stay empty until the next launch.
    @Test func aProcessThatWasStartedBeforeTheUnlockWaitsForTheMark() {
        let first = device.launch()
        first.launches = 41
        device.restart()
        let app = device.launch()
        // As on systems where the process goes on finding nothing.
        device.daemon.isUnlocked = true
        first.store.userDefaults.removeObject(forKey: ReservedName.firstUnlock)
        #expect(app.store.availability == .notYetReadable)
        #expect(IssueRecorder.issues { app.update(\.launches) { $0 += 1 } }.count == 1)
        first.store.userDefaults.set(true, forKey: ReservedName.firstUnlock)
        #expect(app.store.availability == .available)
        #expect(app.launched() == 42)
    }

    @Test func settingsThatWereRemovedAreUnknownAndCanBeWritten() {
        let first = device.launch()
        first.launches = 41
        for name in [ReservedName.firstUnlock, "launches"] { first.store.userDefaults.removeObject(forKey: name) }
        first.reset(\.launches)
        let app = device.launch()
        #expect(app.store.availability == .unknown)
        #expect(app.launched() == 1)
        #expect(app.store.availability == .available)
    }

    /// The value is the group's, and each program has a file of its own, which the others can't see.
    @Test func eachProgramOfAGroupMakesAFile() {
        let (widget, group) = (Device(device.daemon), "group.com.example")
        widget.launch(group).name = "Ada"
        let app = device.launch(group)
        #expect(app.store.availability == .available && !device.hasFile)
        app.launches = 41
        app.launches = 42
        #expect(device.hasFile && device.writesOfFile == 1)
        #expect(device.launch(group).launched() == 43 && device.writesOfFile == 1)
        device.restart()
        let early = device.launch(group)
        #expect(early.store.availability == .notYetReadable)
        #expect(IssueRecorder.issues { early.update(\.launches) { $0 += 1 } }.map(\.kind) == [.failedWrite])
        device.daemon.isUnlocked = true
        #expect(device.launch(group).launches == 43)
    }

    @Test func threadsMakeOneMark() {
        let app = device.launch()
        DispatchQueue.concurrentPerform(iterations: 100) { _ in
            app.update(\.launches) { $0 += 1 }
            _ = app.store.availability
        }
        #expect(app.launches == 100 && device.writesOfFile == 1 && app.store.availability == .available)
    }

    // MARK: - The other stores

    @Test func everyOtherKindOfStoreSaysWhatItKnows() throws {
        #expect(DefaultsStore.inMemory().availability == .available)
        #expect(TestStore(.file).store.availability == .available)
        #expect(TestStore(.apple).store.availability == .unknown)
        let foreign = try #require(UserDefaults(suiteName: "SafeDefaultsTests.Foreign"))
        #expect(DefaultsStore(foreign).availability == .unknown)
        _ = IssueRecorder.issues { #expect(DefaultsStore.suite("").availability == .unknown) }
    }

    #if os(Linux)
    @Test func aFileThatCannotBeOpenedIsNotYetReadable() throws {
        let directory = TemporaryDirectory()
        let url = directory.file("store.plist")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        let app = LockedDefaults(store: .file(url))
        _ = IssueRecorder.issues {
            #expect(app.store.availability == .notYetReadable)
            guard case .unreadable(let error) = app.lookup(\.launches) else {
                Issue.record("the value counts as missing")
                return
            }
            #expect(error.kind == .notYetReadable && "\(error)".contains("can't be opened"))
        }
        try FileManager.default.removeItem(at: url)
        // A read tries again after a second; a write does at once.
        app.name = "Ada"
        #expect(app.store.availability == .available && app.lookup(\.launches) == .missing)
    }

    #endif

    // MARK: - The file

    #if os(Linux)
    @Test func theFileIsMadeWithItsDirectoryAndRead() throws {
        let directory = TemporaryDirectory()
        let url = directory.file("SafeDefaults/com.example.app")
        let mark = MarkFile(at: url, options: .atomic)
        #expect(mark.status() == .missing)
        #expect(mark.create() && mark.status() == .readable)
        #expect(mark.create() && mark.status() == .readable)
        #expect(try String(contentsOf: url, encoding: .utf8).contains("SafeDefaults"))
        // Where there can be no file, it is missing, and can't be made.
        let nowhere = MarkFile(at: url.appendingPathComponent("below/a/file"), options: .atomic)
        #expect(nowhere.status() == .missing && !nowhere.create())
    }

    /// A file that even the superuser can't read, if it is the superuser who runs the tests.
    private static let closedFile: String? = {
        if OtherUser.isNeeded {
            let buses = (try? FileManager.default.contentsOfDirectory(atPath: "/sys/bus")) ?? []
            return buses.map { "/sys/bus/\($0)/drivers_probe" }.first(where: FileManager.default.fileExists)
        }
        return "/etc/shadow"
    }()

    @Test(.enabled(if: closedFile != nil, "there is no file that the superuser can't read"))
    func aFileThatMayNotBeReadIsUnreadable() throws {
        let url = URL(fileURLWithPath: try #require(Self.closedFile))
        #expect(MarkFile(at: url, options: []).status() == .unreadable)
    }
    #endif
}
