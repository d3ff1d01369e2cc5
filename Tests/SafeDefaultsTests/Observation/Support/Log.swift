import Foundation

/// Collects what closures were told.
final class Log<Element: Sendable>: Sendable {
    private let elements = Shared<[Element]>([])

    var all: [Element] { elements.value }

    func add(_ element: Element) {
        elements.change { $0.append(element) }
    }

    /// What was collected since the last call.
    func take() -> [Element] {
        elements.change { elements in
            defer { elements = [] }
            return elements
        }
    }
}

/// What closures on queues and actors were told, for a test that waits for it.
struct Inbox<Element: Sendable>: Sendable {
    private let stream: AsyncStream<Element>
    private let feed: AsyncStream<Element>.Continuation

    init() { (stream, feed) = AsyncStream.makeStream() }

    func add(_ element: Element) { feed.yield(element) }

    /// The next elements, as soon as there are so many.
    func next(_ count: Int) async -> [Element] {
        var (elements, iterator) = ([Element](), stream.makeAsyncIterator())
        while elements.count < count, let element = await iterator.next() { elements.append(element) }
        return elements
    }
}

/// Lets other tasks and threads run until something is so; false if it isn't after a while that is long on a busy machine.
func eventually(_ condition: () -> Bool) async -> Bool {
    let deadline = Date(timeIntervalSinceNow: 120)
    while !condition() {
        if Date() > deadline { return false }
        await Task.yield()
    }
    return true
}
