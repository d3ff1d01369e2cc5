#if os(Linux)
import ChildProcesses
import Foundation
import Testing

@testable import TestSupport

/// Processes that restore snapshots, while others take them.
@Suite(.rowsC(3), .noHang) struct SnapshotProcessStressTests {
    @Test func aRestoreIsNeverSeenInPartByAnotherProcess() throws {
        let directory = TemporaryDirectory(isInMemory: true)
        let (program, file) = (Program("filer", preferences: directory), directory.file("store.plist").path)
        let changes = Stress.isAsked ? "50" : "10"
        for round in 0..<Stress.count(3, usual: 6, full: 400) {
            let restorers = try (0...round % 2).map { _ in try program.start([file, "snap-restore"]) }
            let watchers = try (0..<2).map { _ in try program.start([file, "snap-watch", changes]) }
            for watcher in watchers {
                let end = watcher.end()
                #expect(end.output == "whole" && end.errors.isEmpty, "round \(round): \("\(end)".prefix(1_000))")
            }
            for restorer in restorers {
                restorer.kill()
                let errors = restorer.errors.rest()
                #expect(errors.isEmpty, "round \(round): \(errors.prefix(1_000))")
            }
            // The restore that was interrupted is there as a whole, or not at all.
            #expect(try program.run(file, "snap-watch", "0").output == "whole", "round \(round)")
        }
    }
}
#endif
