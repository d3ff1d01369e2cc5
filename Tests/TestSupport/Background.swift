import Foundation

/// What runs on a thread of its own, and may wait there.
final class Background: Sendable {
    private let hasEnded = Shared(false)
    private let failure = Shared<(any Error)?>(nil)

    init(_ body: @escaping @Sendable () throws -> Void) {
        let thread = Thread { [self] in
            do { try body() } catch { failure.change { $0 = error } }
            hasEnded.change { $0 = true }
        }
        thread.start()
    }

    var isRunning: Bool { !hasEnded.value }

    /// Waits for the end, and throws what the body threw.
    func wait() throws {
        while isRunning { usleep(200) }
        if let error = failure.value { throw error }
    }
}
