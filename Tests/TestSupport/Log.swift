import Foundation

/// Collects the elements that closures receive.
final class Log<Element: Sendable>: Sendable {
    private let elements = Shared<[Element]>([])

    var all: [Element] { elements.value }

    func add(_ element: Element) {
        elements.change { $0.append(element) }
    }

    /// Returns the elements since the last call.
    func take() -> [Element] {
        elements.change { elements in
            defer { elements = [] }
            return elements
        }
    }
}

/// Collects the elements that closures receive on other threads, for a test that waits for them.
struct Inbox<Element: Sendable>: Sendable {
    private let stream: AsyncStream<Element>
    private let feed: AsyncStream<Element>.Continuation

    init() { (stream, feed) = AsyncStream.makeStream() }

    func add(_ element: Element) { feed.yield(element) }

    /// Returns the next elements, as soon as there are enough.
    func next(_ count: Int) async -> [Element] {
        var (elements, iterator) = ([Element](), stream.makeAsyncIterator())
        while elements.count < count, let element = await iterator.next() { elements.append(element) }
        return elements
    }
}

/// Lets other tasks and threads run until a condition holds; returns false if it doesn't within a generous limit.
func eventually(_ condition: () -> Bool) async -> Bool {
    let deadline = Date(timeIntervalSinceNow: 120)
    var turns = 0
    while !condition() {
        // While a thousand tests wait for a thread, two minutes may pass before this one gets any.
        if Date() > deadline, turns > 100 { return false }
        turns += 1
        await Task.yield()
    }
    return true
}
