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
    var turns = 0
    while !condition() {
        // Where a thousand tests wait for their turn, two minutes may be no turn at all.
        if Date() > deadline, turns > 100 { return false }
        turns += 1
        await Task.yield()
    }
    return true
}
