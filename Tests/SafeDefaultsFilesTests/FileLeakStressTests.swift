#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// What is left of stores that were opened and closed.
@Suite struct FileLeakStressTests {
    let fixture = FileFixture(isInMemory: true)

    @Test(.noHang) func openingAndClosingLeavesNothingOpen() throws {
        // In a process of its own, because other tests open files too.
        var program = Program("filer", preferences: fixture.directory)
        program.limit = 600
        let output = try program.run(fixture.url.path, "leaks", "\(Stress.count(100, usual: 300, full: 10_000))").output
        let numbers = output.split(separator: " ").compactMap { Int($0) }
        #expect(numbers.count == 8, "\(output)")
        // A few files more are the system's own, for its queues; what each opening would leave are hundreds.
        #expect(numbers.count == 8 && numbers[1] <= numbers[0] + 4 && numbers[2] >= numbers[3], "\(output)")
        // 16 MiB: nothing that each opening would leave. The address sanitizer keeps what is freed, and notes where.
        let isWatched = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "__asan_init") != nil
        #expect(numbers.count == 8 && (numbers[5] - numbers[4] < 4_096 || isWatched), "\(output)")
        // Of each opening that fails, less than 32 bytes.
        #expect(numbers.count == 8 && (numbers[7] - numbers[6] < 40 || isWatched), "\(output)")
    }
}
#endif
