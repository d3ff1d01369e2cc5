/// A token that keeps a closure observing.
///
/// ```swift
/// let observation = login.observe(\.attempts) { print($0.newValue) }
/// observation.cancel()
/// ```
///
/// Keep the token alive to keep receiving calls. The observation ends when the token is cancelled or released. You can
/// cancel it on any thread, also inside its own closure: after ``cancel()`` returns, no call begins, while one that is
/// running may finish. What the closure holds is released when the observation ends.
///
/// - Important: A closure that holds its own token, or the token's owner, keeps both alive until the token is
///   cancelled. Use `[weak self]` in it.
public final class DefaultsObservation: Sendable {
    /// Ends the observation; nil when it has ended.
    private let action: Locked<(@Sendable () -> Void)?>

    /// Creates a token.
    ///
    /// - Parameter action: A closure that ends the observation; called once.
    init(_ action: @escaping @Sendable () -> Void) { self.action = Locked(action) }

    /// Ends the observation.
    ///
    /// Calling it again does nothing.
    public func cancel() {
        // It is called and released outside the lock, because what it holds may have a `deinit` that does anything.
        let action = self.action.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }

    deinit { cancel() }
}
