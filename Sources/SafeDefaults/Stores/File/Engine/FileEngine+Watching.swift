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

/// How an engine that somebody listens to comes to know of changes.
struct Watching {
    enum Phase {
        /// Nobody listens: nothing is scheduled, nothing waited for.
        case off

        /// The next look is scheduled.
        case scheduled

        /// The next writer rings; until then nothing is done.
        case waiting
    }

    var phase = Phase.off

    /// What hears a ring; nil before the first look, and where none can be heard.
    var bell: Doorbell?

    /// Whether it was found that no ring can be heard.
    var isDeaf = false

    /// How often was looked, since the engine was made.
    var looks = 0
}

extension FileEngine {
    /// How often a store that somebody listens to is looked at, a word of memory, where no ring can be heard.
    private static let pollInterval = DispatchTimeInterval.milliseconds(40)

    /// How long after a look the next ring is waited for, so that many writes are few rings.
    private static let restInterval = DispatchTimeInterval.milliseconds(5)

    /// How long nothing must have been written before the journal is folded in.
    private static let idleInterval = DispatchTimeInterval.seconds(3)

    static let queue = DispatchQueue(label: "SafeDefaults.file", qos: .utility)

    /// Apart from the other, on which folds wait for the disk.
    private static let newsQueue = DispatchQueue(label: "SafeDefaults.file.news", qos: .utility)

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
        if watching.phase == .off { scheduleLook(after: .seconds(0)) }
        return listeners.add(handler)
    }

    func stopListening(_ listener: Int) {
        reading.lock()
        defer { reading.unlock() }
        listeners.remove(listener)
        // A look that is scheduled finds it out by itself.
        if listeners.isEmpty, watching.phase == .waiting { stopWatching() }
    }

    /// Looks at once, if otherwise the next ring were waited for; under `reading`.
    func lookSoon() {
        if watching.phase == .waiting { scheduleLook(after: .seconds(0)) }
    }

    private func scheduleLook(after interval: DispatchTimeInterval) {
        watching.phase = .scheduled
        let later = later
        Self.newsQueue.asyncAfter(deadline: .now() + interval) { later.object?.look() }
    }

    private func stopWatching() { watching = Watching(looks: watching.looks) }

    /// Tells of what has changed, or goes to sleep until something does.
    private func look() {
        reading.lock()
        watching.looks += 1
        if listeners.isEmpty {
            stopWatching()
            return reading.unlock()
        }
        hearRings()
        if isUpToDate, waitForRing() { return reading.unlock() }
        var interval = watching.bell == nil ? Self.pollInterval : Self.restInterval
        do throws(DefaultsError) {
            if !isCurrent { try catchUp() }
        } catch {
            unreported.append(.unreadableFile(error))
            interval = Self.pollInterval
        }
        let news = listeners.takeNews()
        scheduleLook(after: interval)
        reading.unlock()
        report()
        for (handler, news) in news { handler(news) }
    }

    private var isUpToDate: Bool { isCurrent && !listeners.hasNews }

    /// Has the next writer ring, if that can be heard; tells whether nothing has been written before that.
    private func waitForRing() -> Bool {
        guard watching.bell != nil, let page = files.page else { return false }
        page.awaitRing()
        guard isUpToDate else { return false }
        watching.phase = .waiting
        return true
    }

    /// Listens to the lock file, if it isn't done yet.
    private func hearRings() {
        guard !watching.isDeaf, watching.bell?.files !== files else { return }
        let later = later
        watching.bell = Doorbell(files) {
            guard let engine = later.object else { return }
            engine.reading.lock()
            defer { engine.reading.unlock() }
            engine.lookSoon()
        }
        watching.isDeaf = watching.bell == nil
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
        if !isBusy, isDirty { foldInBackground() }
    }

    /// Folds the journal in as soon as there is time; at once where nobody would do it later.
    func foldSoon() {
        let later = later
        guard later.object != nil, !isChild else { return foldInBackground() }
        guard !isFoldScheduled.isSet else { return }
        isFoldScheduled.set(true)
        Self.queue.async {
            guard let engine = later.object else { return }
            engine.isFoldScheduled.set(false)
            engine.foldInBackground()
        }
    }

    /// Folds the journal in, if no other process does just now, and reports what prevents it.
    func foldInBackground() {
        do throws(DefaultsError) {
            guard try !fold(force: false, waits: false) else { return nextFold.set(0 as UInt) }
            // Another process folds. What it leaves is looked at again later.
            reading.withLock { noteWrite() }
        } catch {
            // The journal holds everything; a fold isn't worth a try at each write.
            let (end, length) = reading.withLock { (content.word.end, foldLength) }
            nextFold.set(UInt(clamping: end + length / 4))
            report([.saveFailed(error.reason, at: nil)])
        }
    }
}
