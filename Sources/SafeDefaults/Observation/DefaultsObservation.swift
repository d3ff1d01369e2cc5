/// The token of an observing closure: keep it for as long as the closure shall be called.
///
/// ```swift
/// let observation = login.observe(\.attempts) { print($0.newValue) }
/// observation.cancel()
/// ```
///
/// It ends when it is cancelled or when nobody holds it any more. It may be cancelled on any thread, inside its own closure
/// too; after ``cancel()`` returns no call begins, while one that is running may finish.
///
/// - Important: A closure that holds its own token, or what holds the token, keeps both alive; use `[weak self]` in it.
public final class DefaultsObservation: Sendable {
    private let action: @Sendable () -> Void

    /// Creates a token.
    ///
    /// - Parameter action: What ends the observation; run once or more often.
    init(_ action: @escaping @Sendable () -> Void) { self.action = action }

    /// Ends the observation; doing so again does nothing.
    public func cancel() { action() }

    deinit { action() }
}
