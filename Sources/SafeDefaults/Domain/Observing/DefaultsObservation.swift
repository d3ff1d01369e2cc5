/// A token that keeps an observation active.
///
/// ```swift
/// let observation = login.observe(\.attempts) { print($0.newValue) }
/// observation.cancel()
/// ```
///
/// Keep the token alive to keep receiving calls. The observation ends when the token is cancelled or released. You can
/// cancel it on any thread, even inside its own closure. After ``cancel()`` returns, no new call begins, but a running
/// one may finish. When the observation ends, it releases the closure and the objects that the closure holds.
///
/// - Important: If a closure holds its own token, or the token's owner, neither is released until the token is
///   cancelled. To avoid this, capture `[weak self]` in the closure.
public final class DefaultsObservation: Sendable {
    /// The closure that ends the observation, or nil if the observation has ended.
    private let action: Locked<(@Sendable () -> Void)?>

    /// Creates a token.
    ///
    /// - Parameter action: A closure that ends the observation. It is called once.
    init(_ action: @escaping @Sendable () -> Void) { self.action = Locked(action) }

    /// Ends the observation.
    ///
    /// If the observation has already ended, this does nothing.
    public func cancel() {
        // The action is called and released outside the lock, because it may hold objects whose `deinit` runs other
        // code.
        let action = self.action.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }

    deinit { cancel() }
}
