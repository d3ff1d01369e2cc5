#if os(Linux)
import Foundation
import SafeDefaultsFiles
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// A process that was started without standard input, output and error, as some daemons are.
///
/// The system gives the numbers of these streams to the next files that the process opens, and whatever is printed
/// goes into such a file. Each test closes them in a process of its own.
@Suite struct ClosedStreamsTests {
    @Test func whatIsPrintedGoesIntoNoFileOfAStore() async throws {
        let directory = TemporaryDirectory()
        let path = directory.file("store.plist").path
        await #expect(processExitsWith: .success) { [path = path as String] in
            for number in Int32(0)...2 { close(number) }
            let store = DefaultsStore(try FileDefaults(url: URL(fileURLWithPath: path)))
            store.userDefaults.set(1, forKey: "a")
            let text = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
            for number in Int32(0)...2 { _ = write(number, text, text.count) }
            store.userDefaults.set(2, forKey: "b")
            #expect(store.flush())
        }
        let issues = try IssueRecorder.issues {
            let other = try FileDefaults(url: URL(fileURLWithPath: path))
            #expect(other.integer(forKey: "a") == 1 && other.integer(forKey: "b") == 2)
        }
        #expect(issues.isEmpty)
    }

    @Test func theLockOfPlainStoresTakesNoNumberOfAStream() async {
        await #expect(processExitsWith: .success) {
            for number in Int32(0)...2 { close(number) }
            let isLocked = ProcessLock.lock(until: .now() + .seconds(10), makingDirectory: true)
            // Other threads of the testing library may have opened something meanwhile, but no directory.
            let directories = (Int32(0)...2).filter { number in
                var status = stat()
                return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            }
            #expect(isLocked && directories.isEmpty)
            ProcessLock.unlock()
        }
    }
}
#endif
