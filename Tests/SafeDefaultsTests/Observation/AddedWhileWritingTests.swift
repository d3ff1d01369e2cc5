import Dispatch
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// An observer that is added while a write isn't finished.
@Suite(.noHang) struct AddedWhileWritingTests {
    /// One value, and a call in the middle of each write, and of each read of what is being written.
    private final class OneValue: PlainValues {
        let stored = Shared<PropertyListValue?>(nil)
        let whilePutting = Shared<(@Sendable () -> Void)?>(nil)
        let whileReading = Shared<(@Sendable () -> Void)?>(nil)

        func content(of name: String) -> StoredContent { StoredContent(stored.value) }
        func storedContents(of names: [String]) -> [String: StoredContent] { [:] }
        func storedNames() -> [String] { [] }
        func baseContent(of name: String, found: StoredContent) -> StoredContent { found }
        func baseContent(of name: String, after value: PropertyListValue?) -> StoredContent { StoredContent(value) }

        func content(of name: String, after value: PropertyListValue?) -> StoredContent {
            whileReading.value?()
            return StoredContent(value)
        }

        func put(_ value: PropertyListValue?, named name: String) {
            stored.change { $0 = value }
            whilePutting.value?()
        }
    }

    private final class Receiver: ChangeReceiver {
        let content: Shared<StoredContent>

        init(_ content: StoredContent) { self.content = Shared(content) }

        func receive(_ contents: [String: StoredContent], _ actions: inout DeferredActions) {
            for content in contents.values { self.content.change { $0 = content } }
        }
    }

    /// The write is the one that compares what another process has written meanwhile.
    @Test func anotherProcessesWriteIsNotMissed() throws {
        let values = OneValue()
        let hub = ObservationHub(over: values)
        let (isReading, mayRead) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        values.whileReading.change {
            $0 = {
                isReading.signal()
                mayRead.wait()
            }
        }
        let receiver = Shared<Receiver?>(nil)
        let adder = Shared<Background?>(nil)
        values.whilePutting.change {
            $0 = {
                values.stored.change { $0 = 7 }
                #expect(!hub.noteForeignWrite(to: "a"))
                let thread = Background {
                    let made = hub.add(for: ["a"]) { Receiver($0[0]) }
                    receiver.change { $0 = made.receiver }
                }
                adder.change { $0 = thread }
                isReading.wait()
            }
        }
        hub.write(5, to: "a")
        values.whileReading.change { $0 = nil }
        mayRead.signal()
        try adder.value?.wait()
        #expect(receiver.value?.content.value == .value(7))
    }
}
