import Dispatch
import SafeDefaults

/// Messages for one thread, in their order.
final class MessageQueue<Message: Sendable>: Sendable {
    private let messages = Locked<[Message]>([])
    private let arrived = DispatchSemaphore(value: 0)

    func post(_ message: Message) {
        messages.withLock { $0.append(message) }
        arrived.signal()
    }

    /// Returns the next message; nil if none comes in time.
    func next(until deadline: DispatchTime) -> Message? {
        guard arrived.wait(timeout: deadline) == .success else { return nil }
        return messages.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
