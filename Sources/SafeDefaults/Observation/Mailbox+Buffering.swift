extension Mailbox.Buffering {
    /// The policy that `AsyncStream` has a name for.
    init<Element>(_ policy: AsyncStream<Element>.Continuation.BufferingPolicy) {
        switch policy {
        case .unbounded: self = .unbounded
        case .bufferingOldest(let limit): self = .oldest(limit)
        case .bufferingNewest(let limit): self = .newest(limit)
        @unknown default: self = .newest(1)
        }
    }
}
