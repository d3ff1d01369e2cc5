import Foundation
import SafeDefaults

/// Runs work that nobody waits for, and tells it to stop when the system is about to suspend the process.
///
/// A process that is suspended while it holds a lock keeps others from going on, and the system may end it for that.
struct BackgroundActivity: Sendable {
    /// Calls a block on a queue: with false to begin the work, and with true if the process is about to be suspended,
    /// before the work or while it runs.
    typealias Begin = @Sendable (_ block: @escaping @Sendable (_ isExpired: Bool) -> Void) -> Void

    /// Tells the scheduled work that runs on this thread when to stop.
    ///
    /// Work for which a caller waits has none, so it isn't stopped.
    @TaskLocal static var expiration: Expiration?

    /// Whether the system may suspend this process.
    let mayBeSuspended: Bool

    private let begin: Begin

    init(mayBeSuspended: Bool = true, _ begin: @escaping Begin) {
        self.mayBeSuspended = mayBeSuspended
        self.begin = begin
    }

    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    /// Runs work as an activity for which the system delays the process's suspension, and which it may end.
    static let system = BackgroundActivity { block in
        ProcessInfo.processInfo.performExpiringActivity(withReason: "SafeDefaults: compacting a file", using: block)
    }
    #else
    /// Runs work at once, because the system suspends no process.
    static let system = BackgroundActivity(mayBeSuspended: false) { block in block(false) }
    #endif

    /// Runs work if the process isn't about to be suspended.
    ///
    /// - Parameters:
    ///   - work: The work, which asks between its steps whether it has to stop.
    ///   - refuse: A closure that is called if the work may not begin, or has to stop.
    func run(_ work: @escaping @Sendable (Expiration) -> Void, orElse refuse: @escaping @Sendable () -> Void) {
        let expiration = Expiration()
        begin { isExpired in
            guard isExpired else { return work(expiration) }
            expiration.note()
            refuse()
        }
    }

    /// Tells work whether it has to stop.
    final class Expiration: Sendable {
        private let word = SharedWord()

        /// Whether the work has to stop.
        var isExpired: Bool { word.isSet }

        fileprivate func note() { word.set(true) }
    }
}
