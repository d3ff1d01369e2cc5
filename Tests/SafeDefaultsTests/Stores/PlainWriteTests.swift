import Dispatch
import Foundation
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// Writes to a plain store, whose observers wait for other threads before `set` returns.
@Suite struct PlainWriteTests {
    struct Room: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case light, heat, door, sum
            case dotted = "a.b"
        }

        struct Settings {
            let light = Setting(.light, default: 0)
            let heat = Setting(.heat, default: 0)
            let door = Setting(.door, default: 0)
            let sum = Setting(.sum, default: 0)
            let dotted = Setting(.dotted, default: 0)
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    /// A thread that runs closures one after the other, as the main thread does.
    private final class MainThread: Sendable {
        private let queue = DispatchQueue(label: "stands for the main queue")
        private let key = DispatchSpecificKey<Bool>()

        init() { queue.setSpecific(key: key, value: true) }

        var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

        /// Runs a closure on the thread, and waits for it.
        func sync(_ body: () -> Void) {
            if isCurrent { body() } else { queue.sync(execute: body) }
        }
    }

    /// Returns whether a body comes to its end; if two threads wait for each other, it doesn't.
    private func ends(_ body: @escaping @Sendable () -> Void) -> Bool {
        let work = Background { body() }
        let limit = DispatchTime.now() + 300
        while work.isRunning && DispatchTime.now() < limit { usleep(1_000) }
        return !work.isRunning
    }

    private let defaults: AppleDefaults
    private let room: Room
    private let main = MainThread()

    init() {
        defaults = AppleDefaults()
        room = Room(store: AppleListener.store(over: defaults))
    }

    /// Calls an observer in the middle of each `set`, by the notification and by key-value observing.
    private func observeWrites(_ observer: @escaping @Sendable () -> Void) -> any NSObjectProtocol {
        for key in Room.Keys.allCases {
            defaults.process.observe(key.uniqueValue, in: defaults.domain, observer)
        }
        let name = UserDefaults.didChangeNotification
        return NotificationCenter.default.addObserver(forName: name, object: defaults, queue: nil) { _ in observer() }
    }

    // MARK: - No two threads wait for each other

    // A read that is the first to find another process's write may call its observers.
    @Test func anObserverThatAReadCallsMayWaitForAMainThreadThatWrites() {
        let isReached = DispatchSemaphore(value: 0)
        let (main, room, process) = (main, room, defaults.process)
        process.tellsWhileReading.change { $0 = true }
        let token = room.observe(\.light) { _ in }
        AppleDefaults(defaults.domain, in: AppleProcess(process.daemon)).set(7, forKey: "light")
        process.observe("light", in: defaults.domain) {
            guard !main.isCurrent else { return }
            isReached.signal()
            main.sync {}
        }
        let hasEnded = ends {
            var reader: Background?
            main.sync {
                reader = Background { room.store.refresh() }
                isReached.wait()
                room.light += 1
                room.heat = 1
                room.observe(\.door) { _ in }.cancel()
            }
            try? reader?.wait()
        }
        #expect(hasEnded)
        #expect(room.light == 8 && room.heat == 1)
        token.cancel()
    }

    @Test(arguments: [2, 4, 8, 16]) func observersThatWaitForTheMainThreadBlockNobody(threads: Int) {
        let (main, room, rounds) = (main, room, Stress.count(60, usual: 100))
        let read = Shared(0)
        let token = observeWrites { main.sync { read.change { $0 += room.light & 0 + 1 } } }
        let told = Shared<[Int]>([])
        let observation = room.observe(\.sum) { change in
            told.change { $0.append(change.newValue) }
        }
        let hasEnded = ends {
            onThreads(threads) { thread in
                for round in 1...rounds {
                    let work = {
                        room.light = round
                        room.update(\.sum) { $0 += 1 }
                        room.edit { draft in
                            draft.heat += 1
                            draft.door += 1
                        }
                        room.dotted += 1
                        if round % 8 == 0 { room.observe(\.heat) { _ in }.cancel() }
                    }
                    if thread == 0 { main.sync(work) } else { work() }
                }
            }
        }
        #expect(hasEnded)
        guard hasEnded else { return }
        let total = threads * rounds
        #expect(room.sum == total && room.heat == total && room.door == total)
        for (name, value) in [("sum", total), ("heat", total), ("door", total)] {
            #expect(defaults.integer(forKey: name) == value)
        }
        #expect(told.value == Array(1...total), "every change is told once, and in order")
        #expect(read.value > 0)
        observation.cancel()
        NotificationCenter.default.removeObserver(token)
    }

    // MARK: - Unfinished writes count

    /// Runs a body while another thread is in the middle of a write.
    private func during(_ write: @escaping @Sendable () -> Void, _ body: () -> Void) throws {
        let (isReached, mayEnd, isFirst) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), Shared(true))
        let token = observeWrites {
            let isThis = isFirst.change { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            guard isThis else { return }
            isReached.signal()
            mayEnd.wait()
        }
        let writer = Background(write)
        isReached.wait()
        body()
        mayEnd.signal()
        try writer.wait()
        NotificationCenter.default.removeObserver(token)
    }

    @Test func aThreadReadsWhatItWroteWhileAnotherOneIsWriting() throws {
        let room = room
        try during({ room.light = 1 }) {
            #expect(room.light == 1)
            room.light = 2
            #expect(room.light == 2)
            #expect(room.integer(forKey: .light) == 2)
            #expect(room.lookup(\.light) == .value(2))
            #expect(room.dictionaryRepresentation == ["light": 2])
            room.reset(\.light)
            #expect(room.light == 0)
            #expect(!room.contains(\.light))
            #expect(room.storedKeys == [])
            room.light = 3
            #expect(room.storedKeys == [.light])
            #expect(!room.store.flush(), "what the other thread is to make isn't made")
        }
        #expect(room.store.flush())
        #expect(room.light == 3)
        #expect(defaults.integer(forKey: "light") == 3)
    }

    @Test func observersReceiveEveryWriteInOrderWhileAnotherThreadIsWriting() throws {
        let (room, told) = (room, Shared<[String]>([]))
        let token = room.observe(\.light) { change in
            told.change { $0.append("\(change.oldValue) \(change.newValue)") }
        }
        try during({ room.light = 1 }) {
            room.light = 2
            #expect(told.value == ["0 1", "1 2"])
            room.light = 2
            room.reset(\.light)
            #expect(told.value == ["0 1", "1 2", "2 0"])
        }
        #expect(told.value == ["0 1", "1 2", "2 0"])
        token.cancel()
    }

    @Test func aBatchIsOneChangeWhileAnotherThreadIsInTheMiddleOfIt() throws {
        let (room, told) = (room, Shared<[[Int]]>([]))
        let token = room.changes(of: \.light, \.heat).observe { change in
            told.change { $0.append([change.newValue.0, change.newValue.1]) }
        }
        try during({
            room.edit { draft in
                draft.light = 1
                draft.heat = 1
            }
        }) {
            #expect(room.light == 1 && room.heat == 1)
            room.light = 2
            #expect(told.value == [[1, 1], [2, 1]])
            #expect(room.dictionaryRepresentation == ["light": 2, "heat": 1])
        }
        #expect(told.value == [[1, 1], [2, 1]])
        #expect(defaults.integer(forKey: "light") == 2 && defaults.integer(forKey: "heat") == 1)
        token.cancel()
    }

    @Test func aRegisteredValueIsReadAfterARemovalWhileAnotherThreadIsWriting() throws {
        let room = room
        defaults.register(defaults: ["light": 9])
        try during({ room.light = 1 }) {
            room.removeObject(forKey: .light)
            #expect(room.light == 9)
        }
        #expect(room.light == 9)
    }

    @Test func anObserverMayWriteTheSameNameInTheMiddleOfAWrite() {
        let room = room
        let token = observeWrites { if room.light < 5 { room.light += 1 } }
        room.light = 1
        #expect(room.light == 5)
        #expect(defaults.integer(forKey: "light") == 5)
        NotificationCenter.default.removeObserver(token)
    }

    // MARK: - Other processes

    /// Writes once as another process while this one is in the middle of a read; observers are notified before it goes
    /// on.
    private func writeForeign(_ value: Int, whenOnce condition: @escaping @Sendable (AppleDaemon) -> Bool) {
        let (process, domain) = (defaults.process, defaults.domain)
        let other = AppleProcess(process.daemon)
        process.afterReading.change { action in
            action = {
                guard condition(process.daemon) else { return }
                process.afterReading.change { $0 = nil }
                AppleDefaults(domain, in: other).set(value, forKey: "light")
                process.settle()
            }
        }
    }

    @Test func aForeignWriteAtTheStartOfAnObservationIsNoticed() {
        let (room, told) = (room, Shared<[Int]>([]))
        writeForeign(9) { _ in true }
        let token = room.observe(\.light, initial: true) { change in told.change { $0.append(change.newValue) } }
        #expect(told.value.last == 9)
        token.cancel()
    }

    @Test func aForeignWriteRightAfterAWriteIsNoticed() {
        let (room, told, domain) = (room, Shared<[Int]>([]), defaults.domain)
        let token = room.observe(\.light) { change in told.change { $0.append(change.newValue) } }
        writeForeign(9) { $0.object("light", in: domain) == AppleObject(1) }
        room.light = 1
        #expect(told.value.last == 9)
        #expect(room.light == 9)
        token.cancel()
    }

    @Test func aForeignWriteWhileAnUpdateReadsIsNotOverwritten() {
        let room = room
        writeForeign(9) { _ in true }
        let token = room.observe(\.light) { _ in }
        writeForeign(20) { _ in true }
        room.update(\.light) { $0 += 1 }
        #expect(room.light == 21)
        token.cancel()
    }

    // MARK: - Updates that hold back others

    @Test func onlyWritersWaitForAClosureThatHoldsThemBack() throws {
        let (room, runs) = (room, Shared(0))
        let (isReached, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let updater = Background {
            room.update(\.sum) { sum in
                let run = runs.change { runs in
                    runs += 1
                    return runs
                }
                // Overtaken by its own write each time, so that in the end it holds back others.
                if run <= 32 { return room.sum += 1 }
                room.light = 1
                isReached.signal()
                mayEnd.wait()
                sum = 100
            }
        }
        isReached.wait()
        #expect(room.light == 1, "what the closure wrote is read")
        #expect(defaults.object(forKey: "light") == nil, "and made when it has ended")
        let token = room.observe(\.heat) { _ in }
        let writer = Background { room.heat = 1 }
        #expect(room.heat == 0)
        mayEnd.signal()
        try updater.wait()
        try writer.wait()
        #expect(room.sum == 100 && room.heat == 1 && defaults.integer(forKey: "light") == 1)
        token.cancel()
    }
}
