import Dispatch
import Foundation

@testable import SafeDefaults

/// A process on an Apple device, as far as its `UserDefaults` objects share something; for tests.
///
/// The rules, each with its source, stand at ``AppleDefaults``.
final class AppleProcess: Sendable {
    typealias Observer = @Sendable () -> Void

    let daemon: AppleDaemon

    private struct State {
        var arguments: [String: AppleObject] = [:]
        var registered: [String: AppleObject] = [:]
        var observers: [String: [Observer]] = [:]
        var unread: [(domain: String, name: String)] = []
        var exceptions: [String] = []
    }

    private let state = Shared(State())

    /// Where key-value observing of other processes' writes is called, all of it.
    private let remote = DispatchQueue(label: "CFPreferences Remote KVO Callback Queue")

    /// Whether a read calls the observers of another process's write that it is the first to find; the queue does
    /// otherwise.
    let tellsWhileReading = Shared(false)

    /// What happens right after a value was found and before the read returns; asked each time.
    let afterReading = Shared<(@Sendable () -> Void)?>(nil)

    /// How often each volatile domain was copied.
    let copies = Shared<[String: Int]>([:])

    /// How often one change is told to each observer.
    let repetitions = Shared(1)

    /// Starts a process.
    init(_ daemon: AppleDaemon = AppleDaemon(), arguments: [String: Any] = [:]) {
        self.daemon = daemon
        state.change { $0.arguments = arguments.compactMapValues(AppleObject.init) }
        daemon.add(Reference(self))
    }

    /// A process, as long as it lives.
    final class Reference: @unchecked Sendable {
        // Unchecked: set once.
        private(set) weak var process: AppleProcess?
        init(_ process: AppleProcess) { self.process = process }
    }

    // MARK: - What all objects share

    /// The launch arguments.
    var arguments: [String: AppleObject] {
        get { state.value.arguments }
        set { state.change { $0.arguments = newValue } }
    }

    /// The values of the last resort.
    var registered: [String: AppleObject] { state.value.registered }

    func register(_ values: [String: AppleObject]) {
        state.change { $0.registered.merge(values) { $1 } }
    }

    /// The sentences of the exceptions that would have ended the process.
    var exceptions: [String] { state.value.exceptions }

    func raise(_ sentence: String) { state.change { $0.exceptions.append(sentence) } }

    // MARK: - Key-value observing

    /// Calls a closure for the changes of a key.
    func observe(_ name: String, in domain: String, _ observer: @escaping Observer) {
        state.change { $0.observers["\(domain)\0\(name)", default: []].append(observer) }
    }

    /// Calls those who observe a key, on this thread.
    func tell(of name: String, in domain: String) {
        guard !name.contains("."), !name.hasPrefix("@") else { return }
        let observers = state.change { $0.observers["\(domain)\0\(name)"] ?? [] }
        for _ in 0..<repetitions.value { for observer in observers { observer() } }
    }

    /// Learns of another process's write.
    func hear(of name: String, in domain: String) {
        if tellsWhileReading.value {
            state.change { $0.unread.append((domain, name)) }
        } else {
            remote.async { self.tell(of: name, in: domain) }
        }
    }

    /// Tells what other processes have written of a domain since the last read.
    func tellWhatIsUnread(in domain: String) {
        let unread = state.change { state in
            defer { state.unread.removeAll { $0.domain == domain } }
            return state.unread.filter { $0.domain == domain }
        }
        for (domain, name) in unread { tell(of: name, in: domain) }
    }

    /// Waits until what was heard so far has been told.
    func settle() { remote.sync {} }
}
