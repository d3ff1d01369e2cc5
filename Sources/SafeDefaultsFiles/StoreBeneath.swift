import Foundation
import SafeDefaults

/// A store whose values are found where the store over it has none.
///
/// Its launch arguments and environment variables don't count, because the store over it has its own.
final class StoreBeneath: DefaultsSource {
    private let box: StoreBox
    private let state = Locked(State())

    private struct State {
        var notice: @Sendable () -> Void = {}

        /// An observation for each registration, by name.
        var observations: [String: [DefaultsObservation]] = [:]
    }

    init(_ store: DefaultsStore) { box = store.box }

    /// Returns a string that differs for any two stores that aren't the same, while both are in use.
    static func identity(of store: DefaultsStore) -> String {
        "\(ObjectIdentifier(store.userDefaults))\0\(store.box.fullName(""))"
    }

    // MARK: - Reading

    var origin: ValueOrigin { .otherDomain }

    func value(_ name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        try box.content(named: name, in: .beneathOverrides).value()
    }

    func contents(_ names: [String]) -> [String: StoredContent] {
        box.contents(named: names, in: .beneathOverrides)
    }

    var values: [String: PropertyListValue] { box.storedContents().compactMapValues(\.propertyListValue) }

    var availability: StoreAvailability { box.store.availability }

    func missingValue(_ name: String) -> DefaultsError? { box.store.missingValue(named: box.fullName(name)) }

    // MARK: - Changes

    func connect(_ notice: @escaping @Sendable () -> Void) { state.withLock { $0.notice = notice } }

    func register(_ name: String) {
        let notice = state.withLock(\.notice)
        let observation = box.observe([name], calling: notice)
        state.withLock { $0.observations[name, default: []].append(observation) }
    }

    func unregister(_ name: String) {
        // It ends after the lock has been released, because that takes the lock of the hub.
        let observation = state.withLock { state in
            let last = state.observations[name]?.popLast()
            if state.observations[name]?.isEmpty == true { state.observations[name] = nil }
            return last
        }
        observation?.cancel()
    }
}
