#if canImport(Darwin)
import Foundation
import Testing

/// Ends the run, with the test's name, if a test hangs.
///
/// The limit of Swift Testing needs macOS 13, and a suite can't be marked as available from there.
struct HangLimit: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let name = test.name
        let alarm = DispatchWorkItem {
            FileHandle.standardError.write(Data("\(name) hangs\n".utf8))
            abort()
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Stress.isFull ? 36_000 : 600), execute: alarm)
        defer { alarm.cancel() }
        try await function()
    }
}

extension Trait where Self == HangLimit {
    /// Ends what hangs: after ten minutes, since others may have their turn first; after ten hours where everything is
    /// asked for.
    static var noHang: Self { HangLimit() }
}
#endif
