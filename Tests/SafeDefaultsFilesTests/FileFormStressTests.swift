#if os(Linux)
import ChildProcesses
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// Lock files, lengths and times that no store ever has by itself: none of them ends a process, or takes its memory.
@Suite struct FileFormStressTests {
    /// What becomes of the lock file.
    enum LockFile: CaseIterable, Sendable { case emptied, cut, removed, fifo, directory }

    /// Ends no process: neither one that reads nor one that writes.
    @Test(.noHang, arguments: LockFile.allCases) func noLossOfTheLockFileEndsAProcess(_ loss: LockFile) throws {
        for round in 0..<Stress.count(1, full: 20) {
            let fixture = FileFixture(isInMemory: true)
            let lock = fixture.directory.file(".store.plist.lock")
            let program = Program("filer", preferences: fixture.directory)
            let commands = [["look"], ["store", "a"], ["store", "b"]]
            let running = try commands.map { try program.start([fixture.url.path] + $0) }
            let readers = running.map { Lines($0) }
            for reader in readers { reader.wait(for: 50) }
            switch loss {
            case .emptied: truncate(lock.path, 0)
            case .cut: truncate(lock.path, off_t(round % 80))
            case .removed: unlink(lock.path)
            case .fifo:
                unlink(lock.path)
                mkfifo(lock.path, 0o600)
            case .directory:
                unlink(lock.path)
                mkdir(lock.path, 0o700)
            }
            for (reader, command) in zip(readers, commands) {
                reader.wait(for: 200)
                #expect(reader.isAlive, "\(loss), \(command)")
            }
            for (process, command) in zip(running, commands) {
                let wasRunning = process.process.isRunning
                process.kill()
                #expect(
                    wasRunning && process.process.terminationStatus == SIGKILL,
                    "\(loss), \(command): \(process.process.terminationStatus)")
            }
        }
    }

    /// Counts the lines that a process writes.
    private final class Lines: Sendable {
        private let count = Shared(0)
        private let hasEnded = Shared(false)

        init(_ running: Program.Running) {
            let file = running.output.fileHandleForReading
            let errors = running.errors
            Thread { _ = errors.rest() }.start()
            Thread { [self] in
                var lines = LineReader(file)
                while lines.next() != nil { count.change { $0 += 1 } }
                hasEnded.change { $0 = true }
            }.start()
        }

        var isAlive: Bool { !hasEnded.value }

        /// Waits for so many more lines, or the end.
        func wait(for more: Int) {
            let end = count.value + more
            while count.value < end && isAlive { usleep(500) }
        }
    }

    // MARK: - Lengths and times

    /// In a process that may have so much memory only; also where nobody knows the end, after a start of the machine.
    @Test(.noHang, arguments: [true, false]) func aLengthenedJournalTakesNoMemory(knowsEnd: Bool) throws {
        let fixture = FileFixture()
        var program = Program("filer", preferences: fixture.directory)
        #expect(try program.run(fixture.url.path, "set", "a", "kept").output == "ok")
        let size = off_t(Stress.isFull ? 6 << 30 : Stress.isAsked ? 2 << 30 : 1 << 30)
        #expect(truncate(fixture.directory.file(".store.plist.journal").path, size) == 0)
        if !knowsEnd { unlink(fixture.directory.file(".store.plist.lock").path) }
        program.wrapper = ["prlimit", "--as=900000000"]
        let outcome = try program.run(fixture.url.path, "get", "a")
        #expect(outcome.output == "kept", "\(outcome)")
        #expect(try program.run(fixture.url.path, "set", "b", "new").output == "ok")
        #expect(try program.run(fixture.url.path, "get", "a", "b").output == "kept new")
    }
}
#endif
