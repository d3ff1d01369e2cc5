import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

@Suite struct ReadWriteLockTests {
    @Test(arguments: [1, 2, 3, 16])
    func aWriterExcludesReadersAndOtherWriters(count: Int) {
        let lock = ReadWriteLock(count: count)
        defer { lock.free() }
        // Two numbers that are equal except while a writer changes them.
        let numbers = Numbers()
        let different = Shared(0)
        let writing = Shared(4)
        onThreads(8) { thread in
            if thread >= 4 {
                while writing.value > 0 {
                    if !lock.whileReading({ numbers.left == numbers.right }) { different.change { $0 += 1 } }
                }
                return
            }
            for turn in 0..<2_000 {
                lock.withLock {
                    numbers.left += 1
                    // So that others run in between, if the lock lets them.
                    if turn % 8 == 0 { sched_yield() }
                    numbers.right += 1
                }
            }
            writing.change { $0 -= 1 }
        }
        #expect(numbers.left == 8_000 && numbers.right == 8_000 && different.value == 0)
    }

    private final class Numbers: @unchecked Sendable {
        // Unchecked: the lock that is tested guards them.
        var (left, right) = (0, 0)
    }
}
