import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsUI
@testable import TestSupport

private struct Shown: SafeDefaults {
    enum Keys: String, DefaultsKey { case count, other }

    struct Settings {
        let count = Setting(.count, default: 0)
        let other = Setting(.other, default: 0)
    }
    static let settings = Settings()

    var store: DefaultsStore = .standard
}

/// The observation behind a view's property, without a view.
@Suite(.row(22), .rowsB(8)) struct RedrawTriggerTests {
    private let trigger = RedrawTrigger()
    private let log = Log<Int>()

    private func show(_ name: String = "count", in domain: Shown) {
        trigger.show([name], in: domain.store.box) { [log] in log.add($0) }
    }

    @Test func eachWriteOfAnotherValueRedraws() {
        let domain = Shown(store: .inMemory())
        domain.count = 1
        show(in: domain)
        #expect(log.all == [], "what is stored already is drawn now")
        domain.count = 2
        domain.count = 2
        domain.other = 1
        domain.store.userDefaults.set(3, forKey: "count")
        domain.reset(\.count)
        #expect(log.all == [1, 2, 3], "another number each time, so that the view sees a difference")
    }

    @Test func drawingAgainKeepsOneObservation() {
        let domain = Shown(store: .inMemory())
        let source = CountingSource()
        domain.store.box.hub.source = source
        for _ in 0..<10 { show(in: domain) }
        #expect(source.registrations.value == 1)
        #expect(domain.store.box.hub.receiverCount(of: "count") == 1)
        domain.count = 1
        #expect(log.all == [1])
    }

    @Test func theLastDrawingIsNotified() {
        let domain = Shown(store: .inMemory())
        show(in: domain)
        let later = Log<Int>()
        trigger.show(["count"], in: domain.store.box) { later.add($0) }
        domain.count = 1
        #expect(log.all == [])
        #expect(later.all == [1])
    }

    @Test func anotherStoreInTheEnvironmentIsObserved() {
        let (first, second) = (Shown(store: .inMemory()), Shown(store: .inMemory()))
        show(in: first)
        show(in: second)
        first.count = 1
        #expect(log.all == [])
        second.count = 1
        #expect(log.all == [1])
        show("other", in: second)
        second.count = 2
        second.other = 1
        #expect(log.all == [1, 2])
        #expect(first.store.box.hub.receiverCount(of: "count") == 0)
        #expect(second.store.box.hub.receiverCount(of: "count") == 0)
    }

    @Test func theObservationEndsWithTheView() {
        let domain = Shown(store: .inMemory())
        do {
            let trigger = RedrawTrigger()
            trigger.show(["count"], in: domain.store.box) { _ in }
            #expect(domain.store.box.hub.receiverCount(of: "count") == 1)
        }
        #expect(domain.store.box.hub.receiverCount(of: "count") == 0)
    }

    /// A view begins to observe while it is drawn, where SwiftUI ignores a change of another view's state.
    ///
    /// Another program's write hasn't been compared yet.
    @Test(arguments: [false, true]) func theFirstDrawingRedrawsNoOtherView(ofAnotherSetting isOther: Bool) async {
        let defaults = AppleDefaults()
        let domain = Shown(store: AppleListener.store(over: defaults))
        defaults.process.tellsWhileReading.change { $0 = true }
        let drawing = Shared<UInt>(0)
        let (lost, heard) = (Shared(0), Shared(0))
        let note: @Sendable () -> Void = {
            (ThreadIdentity.current == drawing.value ? lost : heard).change { $0 += 1 }
        }
        trigger.show(["count"], in: domain.store.box) { _ in note() }
        let token = domain.observe(\.count) { _ in note() }
        AppleDefaults(defaults.domain, in: AppleProcess(defaults.process.daemon)).set(7, forKey: "count")
        drawing.change { $0 = ThreadIdentity.current }
        let new = RedrawTrigger()
        new.show([isOther ? "other" : "count"], in: domain.store.box) { _ in }
        // The body reads.
        _ = domain.count
        drawing.change { $0 = 0 }
        #expect(await eventually { heard.value + lost.value == 2 })
        #expect(lost.value == 0)
        withExtendedLifetime((token, new)) {}
    }

    /// The closures of observers are called one at a time; a view needn't wait for them.
    @Test(.noHang) func anObserverThatBlocksDelaysNoRedrawing() {
        let domain = Shown(store: .inMemory())
        let (blocked, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        show(in: domain)
        let token = domain.observe(\.other) { _ in
            blocked.signal()
            end.wait()
        }
        Thread.detachNewThread { domain.other = 1 }
        blocked.wait()
        domain.count = 1
        #expect(log.all == [1])
        end.signal()
        token.cancel()
    }

    /// What a thread writes while it holds back others' writes is delivered afterwards, by that thread.
    @Test(arguments: [false, true]) func aDrawingDeliversNoChangeThatIsHeldBack(onAnotherThread isOther: Bool) {
        let domain = Shown(store: .inMemory())
        let (writer, isDone) = (ThreadIdentity.current, Shared(false))
        let threads = Log<Bool>()
        let note: @Sendable () -> Void = { threads.add(isDone.value && ThreadIdentity.current == writer) }
        trigger.show(["count"], in: domain.store.box) { _ in note() }
        let token = domain.observe(\.count) { _ in note() }
        let new = RedrawTrigger()
        domain.store.box.hub.holdingBackOtherWriters {
            domain.count = 1
            let box = domain.store.box
            if isOther {
                let end = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    new.show(["count"], in: box) { _ in }
                    end.signal()
                }
                end.wait()
            } else {
                new.show(["count"], in: box) { _ in }
            }
            usleep(50_000)
            isDone.change { $0 = true }
        }
        #expect(threads.all == [true, true])
        withExtendedLifetime((token, new)) {}
    }

    /// The thread that was calling observers may have ended since the drawing began.
    @Test(.noHang) func aDrawingCallsNoObserverEvenAfterAnotherThreadHas() {
        let domain = Shown(store: .inMemory())
        let (drawing, lost, heard) = (ThreadIdentity.current, Shared(0), DispatchSemaphore(value: 0))
        let (began, end, ended) = (heard, DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let token = domain.observe(\.count) { change in
            lost.change { $0 += ThreadIdentity.current == drawing ? 1 : 0 }
            began.signal()
            if change.newValue == 1 { end.wait() }
        }
        Thread.detachNewThread {
            domain.count = 1
            ended.signal()
        }
        began.wait()
        domain.store.box.hub.deliveringElsewhere {
            end.signal()
            ended.wait()
            domain.count = 2
        }
        heard.wait()
        #expect(lost.value == 0)
        token.cancel()
    }

    /// Other threads may begin to observe at the same time.
    @Test(.noHang) func twoThreadsMayDrawAtTheSameTime() {
        let domain = Shown(store: .inMemory())
        let (drawing, lost, heard) = (ThreadIdentity.current, Shared(0), DispatchSemaphore(value: 0))
        trigger.show(["count"], in: domain.store.box) { _ in
            lost.change { $0 += ThreadIdentity.current == drawing ? 1 : 0 }
            heard.signal()
        }
        let hub = domain.store.box.hub
        hub.deliveringElsewhere {
            let end = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                hub.deliveringElsewhere {}
                end.signal()
            }
            end.wait()
            domain.count = 1
        }
        heard.wait()
        #expect(lost.value == 0)
    }
}

/// Counts registrations.
private final class CountingSource: ForeignChangeSource {
    let registrations = Shared(0)

    func register(_ name: String) { registrations.change { $0 += 1 } }
    func unregister(_ name: String) {}
}
