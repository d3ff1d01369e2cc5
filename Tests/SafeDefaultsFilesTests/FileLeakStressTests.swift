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
        #expect(numbers.count == 6, "\(output)")
        // A few files more are the system's own, for its queues; what each opening would leave are hundreds.
        #expect(numbers.count == 6 && numbers[1] <= numbers[0] + 4 && numbers[2] >= numbers[3], "\(output)")
        // 16 MiB: nothing that each opening would leave. The address sanitizer keeps what is freed, and notes where.
        let isWatched = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "__asan_init") != nil
        #expect(numbers.count == 6 && (numbers[5] - numbers[4] < 4_096 || isWatched), "\(output)")
    }

    /// Objects that must be gone.
    private final class Remains {
        private var objects: [(name: String, object: () -> AnyObject?)] = []

        func watch(_ name: String, _ object: AnyObject?) {
            weak let object = object
            objects.append((name, { object }))
        }

        var names: [String] { objects.filter { $0.object() != nil }.map(\.name) }
    }

    @Test func ofAStoreThatIsClosedNothingIsLeft() throws {
        let remains = Remains()
        for turn in 0..<Stress.count(8, usual: 20, full: 1_000) {
            try open(turn, remains)
            if turn % 3 == 2 {
                try FileManager.default.removeItem(at: fixture.directory.file(".store.plist.lock"))
            }
        }
        // What is done later may hold a store for a moment.
        let deadline = Date(timeIntervalSinceNow: 30)
        while !remains.names.isEmpty, Date() < deadline { usleep(1_000) }
        #expect(remains.names.isEmpty)
    }

    private func open(_ turn: Int, _ remains: Remains) throws {
        let defaults = try FileDefaults(url: fixture.url)
        let engine = try EngineRegistry.shared.engine(at: try fixture.place())
        remains.watch("defaults", defaults)
        remains.watch("hub", defaults.hub)
        remains.watch("engine", engine.object)
        remains.watch("page", engine.object.cache.state.files.header)
        let sample = Sample(store: DefaultsStore(defaults))
        let observation = sample.observe(\.count) { _ in }
        sample.count = turn + 1
        remains.watch("journal", engine.object.cache.state.journal)
        if turn % 2 == 0 { observation.cancel() }
        defaults.synchronize()
        remains.watch("files", engine.object.cache.state.files)
        #expect(try EngineRegistry.shared.engine(at: try fixture.place()) === engine)
    }
}
#endif
