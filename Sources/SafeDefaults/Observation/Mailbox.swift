/// The elements that a sequence's consumer has yet to receive.
///
/// A change is in the mailbox before the writer's setter returns, no matter how long closures of other observers take.
final class Mailbox: ChangeReceiver {
    /// The contents of the observed names, in the order of the names.
    typealias Contents = [StoredContent]

    private let buffering: Buffering
    private let state: Locked<State>

    private struct State {
        /// The current contents.
        var contents: ObservedContents
        /// It is a slice, so that removing its first element doesn't move the others.
        var buffer: ArraySlice<Contents>
        /// Whether the sequence's first element is still in the buffer.
        ///
        /// Every buffering policy keeps it until the buffer is full and a newer element takes its place.
        var holdsFirst: Bool
        var isFinished = false
        /// The waiting consumers.
        ///
        /// There is usually only one, because iterators aren't shared between tasks, but copies of one iterator could
        /// be.
        var waiting: [CheckedContinuation<Contents?, Never>] = []

        mutating func append(_ contents: Contents, _ buffering: Buffering) {
            buffer.append(contents)
            let excess = max(0, buffer.count - max(holdsFirst ? 1 : 0, buffering.limit))
            if buffering.keepsNewest { buffer.removeFirst(excess) } else { buffer.removeLast(excess) }
        }
    }

    /// Which elements are kept for a slow consumer.
    struct Buffering: Sendable {
        /// The maximum number of elements.
        var limit = 1

        /// Whether the newest ones are kept rather than the oldest.
        var keepsNewest = true
    }

    /// Creates a mailbox.
    ///
    /// - Parameters:
    ///   - contents: The current contents of the observed names.
    ///   - includesFirst: Whether those contents are the first element.
    ///   - buffering: Which elements are kept for a slow consumer.
    init(_ contents: ObservedContents, includesFirst: Bool, buffering: Buffering) {
        self.buffering = buffering
        state = Locked(
            State(contents: contents, buffer: includesFirst ? [contents.current] : [], holdsFirst: includesFirst))
    }

    func receive(_ changes: [String: StoredContent], _ actions: inout DeferredActions) {
        state.withLock { state in
            state.contents.take(changes)
            if state.isFinished { return }
            let contents = state.contents.current
            if state.waiting.isEmpty { return state.append(contents, buffering) }
            let consumer = state.waiting.removeFirst()
            actions.wakes.append { consumer.resume(returning: contents) }
        }
    }

    /// Returns the next element as soon as there is one, or nil once the mailbox is finished.
    func next(isolation: isolated (any Actor)?) async -> Contents? {
        await withCheckedContinuation(isolation: isolation) { consumer in
            let (isReady, contents) = state.withLock { state -> (Bool, Contents?) in
                let isReady = state.isFinished || !state.buffer.isEmpty
                if isReady { state.holdsFirst = false } else { state.waiting.append(consumer) }
                // The buffer of a finished mailbox is empty.
                return (isReady, state.buffer.popFirst())
            }
            if isReady { consumer.resume(returning: contents) }
        }
    }

    /// Ends the sequence for all consumers, both those that are waiting now and those that come later.
    func finish() {
        let waiting = state.withLock { state in
            state.isFinished = true
            state.buffer = []
            defer { state.waiting = [] }
            return state.waiting
        }
        for consumer in waiting { consumer.resume(returning: nil) }
    }
}

extension Mailbox.Buffering {
    /// Creates the policy that corresponds to a buffering policy of `AsyncStream`.
    init<Element>(_ policy: AsyncStream<Element>.Continuation.BufferingPolicy) {
        switch policy {
        case .unbounded: self.init(limit: .max)
        case .bufferingOldest(let limit): self.init(limit: limit, keepsNewest: false)
        case .bufferingNewest(let limit): self.init(limit: limit)
        @unknown default: self.init()
        }
    }
}
