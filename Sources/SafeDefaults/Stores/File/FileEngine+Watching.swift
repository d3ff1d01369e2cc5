import Dispatch
import Foundation

// What happens without being asked: news for those who listen, and a fold once nothing has been written for a while.

/// What an engine remembers to know when nothing has been written for a while.
struct Idling {
    /// Whether something was written that isn't folded yet.
    var isDirty = false

    /// Whether the next look is scheduled.
    var isScheduled = false

    /// Whether something was written since the last look.
    var isFresh = false
}

extension FileEngine {
    /// How often a store that somebody listens to is looked at: a word of memory.
    private static let watchInterval = DispatchTimeInterval.milliseconds(40)

    /// How long nothing must have been written before the journal is folded in.
    private static let idleInterval = DispatchTimeInterval.seconds(3)

    static let queue = DispatchQueue(label: "SafeDefaults.file", qos: .utility)

    /// Lets the engine do things later, as long as its owner lives; without one it does only what it is asked to.
    func keepGoing(_ owner: Owner<FileEngine>) {
        reading.lock()
        defer { reading.unlock() }
        later = WeakReference(owner)
    }

    // MARK: - Listening

    /// Has a handler called, on a queue of the library's own, with what other processes, and others in this one, changed.
    func listen(_ handler: @escaping @Sendable (ChangeListeners.News) -> Void) -> Int {
        reading.lock()
        defer { reading.unlock() }
        if listeners.isEmpty { scheduleWatch() }
        return listeners.add(handler)
    }

    func stopListening(_ listener: Int) {
        reading.lock()
        defer { reading.unlock() }
        listeners.remove(listener)
    }

    private func scheduleWatch() {
        let later = later
        Self.queue.asyncAfter(deadline: .now() + Self.watchInterval) { later.object?.watch() }
    }

    private func watch() {
        reading.lock()
        if listeners.isEmpty { return reading.unlock() }
        if !isCurrent {
            do throws(DefaultsError) { try catchUp() } catch { unreported.append(.unreadableFile(error)) }
        }
        let news = listeners.takeNews()
        scheduleWatch()
        reading.unlock()
        report()
        for (handler, news) in news { handler(news) }
    }

    // MARK: - Idling

    /// Notes a write, so that it is folded in soon; under `reading`.
    func noteWrite() {
        idling.isDirty = true
        idling.isFresh = true
        if idling.isScheduled { return }
        idling.isScheduled = true
        scheduleIdle()
    }

    private func scheduleIdle() {
        let later = later
        Self.queue.asyncAfter(deadline: .now() + Self.idleInterval) { later.object?.foldIfIdle() }
    }

    private func foldIfIdle() {
        reading.lock()
        let isBusy = idling.isFresh
        idling.isFresh = false
        idling.isScheduled = isBusy
        if isBusy { scheduleIdle() }
        let isDirty = idling.isDirty
        reading.unlock()
        guard !isBusy, isDirty else { return }
        do throws(DefaultsError) {
            try foldNow()
        } catch {
            DefaultsIssue.report(.saveFailed(error.reason, at: nil))
        }
    }
}
