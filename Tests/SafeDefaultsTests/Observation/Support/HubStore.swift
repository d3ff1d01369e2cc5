import Foundation
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// The kinds of store over which the hub is tested.
enum HubKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case rawSuite, inMemory, file

    /// A model of Apple's `UserDefaults`, which gives notice of a write before `set` returns.
    case apple

    /// A `UserDefaults` that gives notice of every write, in every way in which KVO does.
    case noticing

    var testDescription: String { rawValue }
}

/// A fresh store of one kind, with a scripted source of foreign changes.
final class HubStore: Sendable {
    let store: DefaultsStore
    let source = ScriptedSource()
    private let test: TestStore?

    /// Makes one.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - notices: The notices of each write to a store of the kind `noticing`.
    init(_ kind: HubKind, notices: [Notice] = Notice.allCases) {
        if kind == .noticing, let defaults = NoticingDefaults(suiteName: "SafeDefaultsTests-\(UUID().uuidString)") {
            test = nil
            store = DefaultsStore(defaults)
            defaults.notices = notices
            defaults.source = source
        } else {
            let test = TestStore(StoreKind(rawValue: kind.rawValue) ?? .inMemory)
            self.test = test
            store = test.store
        }
        source.listener = (store.userDefaults as? AppleDefaults).map(AppleListener.init)
        source.hub = store.box.hub
        store.box.hub.source = source
    }
}

/// A notice of a write that a source gives.
enum Notice: String, CaseIterable, Sendable {
    case before, after, again, onAnotherThread, unknownName, anything
}

/// A source that gives notice on request, and counts its registrations.
final class ScriptedSource: ForeignChangeSource, @unchecked Sendable {
    // Unchecked: set once, before they are used.
    weak var hub: ObservationHub?

    /// Another source of notices.
    var listener: (any KeyListener)?

    /// Runs once, while the source starts to listen.
    let whileRegistering = Shared<(() -> Void)?>(nil)

    private let counts = Shared<[String: Int]>([:])
    private let calls = Shared(0)

    /// The number of registrations of a name.
    func count(of name: String) -> Int { counts.value[name] ?? 0 }

    /// The number of registrations of all names.
    var total: Int { counts.value.values.reduce(0, +) }

    /// The number of calls that registered a name.
    var registrations: Int { calls.value }

    func register(_ name: String) {
        calls.change { $0 += 1 }
        let isFirst = counts.change { counts in
            defer { counts[name, default: 0] += 1 }
            return counts[name] == nil
        }
        if isFirst { listener?.listen(to: name) { [weak self] in self?.give(.after, of: name) } }
        let action = whileRegistering.change { action in
            defer { action = nil }
            return action
        }
        action?()
    }

    func unregister(_ name: String) {
        counts.change { $0[name, default: 0] -= 1 }
    }

    func give(_ notice: Notice, of name: String) {
        switch notice {
        case .before, .after, .again: hub?.noticeForeignChange(of: name)
        case .unknownName: hub?.noticeForeignChange(of: "\(name)!")
        case .anything: hub?.noticeForeignChanges()
        case .onAnotherThread: onThreads(1) { [hub] _ in hub?.noticeForeignChange(of: name) }
        }
    }
}

/// A `UserDefaults` whose plain setters notify a source, and that saves nothing.
final class NoticingDefaults: UserDefaults {
    var notices: [Notice] = []
    var source: ScriptedSource?

    override func set(_ value: Any?, forKey defaultName: String) {
        noticing(defaultName) { super.set(value, forKey: defaultName) }
    }

    override func removeObject(forKey defaultName: String) {
        noticing(defaultName) { super.removeObject(forKey: defaultName) }
    }

    override func synchronize() -> Bool { true }

    /// Stores the values, silently, because `UserDefaults` registers for the whole process.
    override func register(defaults registrationDictionary: [String: Any]) {
        for (name, value) in registrationDictionary { super.set(value, forKey: name) }
    }

    private func noticing(_ name: String, _ write: () -> Void) {
        if notices.contains(.before) { source?.give(.before, of: name) }
        write()
        for notice in notices where notice != .before { source?.give(notice, of: name) }
    }
}
