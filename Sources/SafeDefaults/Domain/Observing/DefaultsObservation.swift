/// The token of an observing closure: keep it for as long as the closure shall be called.
///
/// ```swift
/// let observation = login.observe(\.attempts) { print($0.newValue) }
/// observation.cancel()
/// ```
///
/// It ends when it is cancelled or when nobody holds it any more. It may be cancelled on any thread, inside its own closure
/// too; after ``cancel()`` returns no call begins, while one that is running may finish. What the closure holds is let go of
/// when the observation ends, whether the token is kept or not.
///
/// - Important: A closure that holds its own token, or what holds the token, keeps both alive until it is cancelled; use
///   `[weak self]` in it.
public final class DefaultsObservation: Sendable {
    /// What ends the observation; nil once it has ended.
    private let action: Locked<(@Sendable () -> Void)?>

    /// Creates a token.
    ///
    /// - Parameter action: What ends the observation; run once.
    init(_ action: @escaping @Sendable () -> Void) { self.action = Locked(action) }

    /// Ends the observation; doing so again does nothing.
    public func cancel() {
        // Run and let go of outside the lock: what it holds may have a `deinit` that does anything.
        let action = self.action.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }

    deinit { cancel() }
}
