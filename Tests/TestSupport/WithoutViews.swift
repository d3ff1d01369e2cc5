import Testing

@testable import SafeDefaults

/// Makes the stores of a test notify tracked reads at once, on the thread that writes, as in a tool.
///
/// Where a framework with views is loaded, they are notified on the main thread, a moment later.
struct WithoutViews: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await ReadTracking.$hasViews.withValue(false) { try await function() }
    }
}

extension Trait where Self == WithoutViews {
    static var withoutViews: Self { Self() }
}
