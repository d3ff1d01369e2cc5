import Foundation
import SafeDefaults

/// Runs work that nobody waits for, and tells it to stop when the system is about to suspend the process.
///
/// A process that is suspended while it holds a lock keeps others from going on, and the system may end it for that.
struct BackgroundActivity: Sendable {
    /// Calls a block on a queue: with false to begin the work, and with true if the process is about to be suspended,
    /// before the work or while it runs.
    typealias Begin = @Sendable (_ block: @escaping @Sendable (_ isExpired: Bool) -> Void) -> Void

    /// Whether the system may suspend this process.
    let mayBeSuspended: Bool

    private let begin: Begin

    init(mayBeSuspended: Bool = true, _ begin: @escaping Begin) {
        self.mayBeSuspended = mayBeSuspended
        self.begin = begin
    }

    /// Runs work if the process isn't about to be suspended.
    ///
    /// - Parameters:
    ///   - work: The work, which asks between its steps whether it has to stop.
    ///   - refuse: A closure that is called instead if the work may not begin.
    func run(_ work: @escaping @Sendable (Expiration) -> Void, orElse refuse: @escaping @Sendable () -> Void) {
        let expiration = Expiration()
        begin { isExpired in
            switch expiration.note(isExpired) {
            case .begin: work(expiration)
            case .refuse: refuse()
            case .nothing: break
            }
        }
    }

    /// Tells work whether it has to stop.
    final class Expiration: Sendable {
        private let state = Locked((hasBegun: false, isExpired: false))

        /// Whether the work has to stop.
        var isExpired: Bool { state.withLock(\.isExpired) }

        fileprivate enum Action { case begin, refuse, nothing }

        fileprivate func note(_ isExpired: Bool) -> Action {
            state.withLock { state in
                if state.isExpired { return .nothing }
                state.isExpired = isExpired
                if state.hasBegun { return .nothing }
                if isExpired { return .refuse }
                state.hasBegun = true
                return .begin
            }
        }
    }
}
