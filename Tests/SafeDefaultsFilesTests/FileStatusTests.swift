#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles

@Suite struct FileStatusTests {
    // A file system that is damaged, or keeps its files in memory, gives back any time that somebody set.
    @Test(arguments: [Int.min, .min + 1, -1, 0, .max]) func aTimeFarAwayIsNotRecent(seconds: Int) {
        var status = stat()
        status.st_mtim = timespec(tv_sec: seconds, tv_nsec: .max)
        #expect(!FileStatus(status).isRecent)
    }

    @Test func aFileThatIsWrittenNowIsRecent() {
        var status = stat()
        status.st_mtim.tv_sec = time(nil)
        #expect(FileStatus(status).isRecent)
    }

    @Test func aSizeThatIsNoneIsTakenForNothing() {
        var status = stat()
        status.st_size = .min
        #expect(FileStatus(status).size == 0)
    }
}
#endif
