import Foundation

/// Who wants to know of the changes of a store, and what they have not been told yet.
struct ChangeListeners {
    /// What has changed since a listener was told last.
    enum News: Equatable {
        case names(Set<String>)
        case anything
    }

    private var waiting: [Int: News] = [:]
    private var handlers: [Int: @Sendable (News) -> Void] = [:]
    private var last = 0

    var isEmpty: Bool { handlers.isEmpty }

    /// Whether somebody hasn't been told something yet.
    var hasNews: Bool { !waiting.isEmpty }

    mutating func add(_ handler: @escaping @Sendable (News) -> Void) -> Int {
        last += 1
        handlers[last] = handler
        return last
    }

    mutating func remove(_ listener: Int) {
        handlers[listener] = nil
        waiting[listener] = nil
    }

    /// Notes a change for everybody but the one who made it.
    mutating func note(_ change: StoreChange, except listener: Int? = nil) {
        guard !handlers.isEmpty else { return }
        for other in handlers.keys where other != listener {
            guard let name = change.name, waiting[other] != .anything else {
                waiting[other] = .anything
                continue
            }
            guard case .names(var names)? = waiting[other] else {
                waiting[other] = .names([name.text])
                continue
            }
            waiting[other] = nil
            names.insert(name.text)
            waiting[other] = .names(names)
        }
    }

    mutating func noteAll() {
        for listener in handlers.keys { waiting[listener] = .anything }
    }

    /// What is to be told to whom now, outside of every lock.
    mutating func takeNews() -> [(handler: @Sendable (News) -> Void, news: News)] {
        defer { waiting = [:] }
        return waiting.sorted { $0.key < $1.key }.compactMap { listener, news in
            handlers[listener].map { ($0, news) }
        }
    }
}
