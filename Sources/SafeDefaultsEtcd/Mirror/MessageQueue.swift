import Dispatch
import SafeDefaults

/// Messages for one thread, in their order.
final class MessageQueue<Message: Sendable>: Sendable {
    /// How many messages of those that are held back may wait.
    static var room: Int { 64 }

    private let messages = Locked<[(message: Message, takesRoom: Bool)]>([])
    private let arrived = DispatchSemaphore(value: 0)
    private let hasRoom = DispatchSemaphore(value: 0)
    private let isClosed = Locked(false)

    init() {
        // NB: a semaphore must not go with a value below the one that it was made with.
        for _ in 0..<Self.room { hasRoom.signal() }
    }

    func post(_ message: Message) { post(message, takesRoom: false) }

    /// Posts a message once few enough of its kind wait, so that they don't fill the memory.
    func postWhenThereIsRoom(_ message: Message) {
        hasRoom.wait()
        guard !isClosed.withLock({ $0 }) else { return close() }
        post(message, takesRoom: true)
    }

    private func post(_ message: Message, takesRoom: Bool) {
        messages.withLock { $0.append((message, takesRoom)) }
        arrived.signal()
    }

    /// Returns the next message; nil if none comes in time.
    func next(until deadline: DispatchTime) -> Message? {
        guard arrived.wait(timeout: deadline) == .success else { return nil }
        let next = messages.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if next?.takesRoom == true { hasRoom.signal() }
        return next?.message
    }

    /// Lets threads that wait for room go on, because no message is taken any more.
    func close() {
        isClosed.withLock { $0 = true }
        hasRoom.signal()
    }
}
