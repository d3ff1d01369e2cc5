// Observing: every form of call, from classes, actors and generic code, with values that aren't Sendable.

import Foundation
import Observation
import SafeDefaults

private struct ObservedDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case count, name, list, box }

    struct Settings {
        let count = Setting(.count, default: 0)
        let name = Setting<String?>(.name)
        let list = Setting(.list, default: [1])
        let box = Setting(.box, default: ObservedBox(number: 0))
    }
    static let settings = Settings()
    var store: DefaultsStore = .standard
}

/// Neither Equatable nor Sendable.
private final class ObservedBox: DefaultsValue {
    var number: Int
    var defaultsRepresentation: Int { number }
    init(number: Int) { self.number = number }
    init(defaultsRepresentation number: Int) { self.number = number }
}

nonisolated private struct ObservedPerson: Codable { var name: String }

// MARK: - Sequences

private func sequences(_ domain: ObservedDefaults) async {
    let _: SettingValues<Int> = domain.values(of: \.count)
    let _: SettingChanges<(Int, String?, [Int])> = domain.changes(of: \.count, \.name, \.list)
    let _: SettingChanges<ObservedPerson?> = Stored(ObservedDefaults.Setting<ObservedPerson?>(.name)).changes
    let _: SettingValues<[ObservedDefaults.Keys: PropertyListValue]> = domain.values()
    for await (count, name) in domain.values(of: \.count, \.name) { _ = (count + 1, name?.count) }
    for await box in domain.values(of: \.box) { box.number += 1 }
    var iterator = domain.values(of: \.list).makeAsyncIterator()
    let _: [Int]? = await iterator.next()
    let handedOver = domain.values(of: \.box)
    Task { for await box in handedOver { box.number += 1 } }
}

// Not on the main actor, which the standard library's own `first(where:)` would leave with the closure.
nonisolated private func algorithms(_ domain: ObservedDefaults) async {
    _ = await domain.values(of: \.count).first { $0 > 3 }
    for await double in domain.values(of: \.count).map({ $0 * 2 }).prefix(3) { _ = double }
}

// MARK: - Closures

private func closures(_ domain: ObservedDefaults) {
    var tokens: [DefaultsObservation] = []
    tokens.append(domain.observe(\.count) { print($0.oldValue + $0.newValue) })
    tokens.append(domain.observe(\.count, initial: true) { change in print(change.isInitial) })
    tokens.append(domain.observe(\.count, on: MainActor.self) { MainActor.assertIsolated("\($0.newValue)") })
    tokens.append(domain.observe(\.box, on: MainActor.self) { print($0.newValue.number) })
    tokens.append(domain.changes().observe(on: MainActor.self) { print($0.changedKeys()) })
    tokens.forEach { $0.cancel() }
}

private actor ObservedJournal {
    private var numbers: [Int] = []

    func begin(_ domain: ObservedDefaults) -> Task<Void, Never> {
        Task { for await change in domain.changes(of: \.count).buffering(.unbounded) { note(change.newValue) } }
    }

    func note(_ number: Int) { numbers.append(number) }

    func follow(_ domain: ObservedDefaults) async {
        for await count in domain.values(of: \.count) { numbers.append(count) }
    }
}

@MainActor private final class ObservedController {
    private let domain = ObservedDefaults()
    private var count = 0
    private var token: DefaultsObservation?
    private var task: Task<Void, Never>?

    func begin() {
        token = domain.observe(\.count, initial: true, on: MainActor.self) { [weak self] in
            self?.count = $0.newValue
        }
        task = Task { [weak self, domain] in
            for await count in domain.values(of: \.count) { self?.count = count }
        }
    }

    func end() {
        token?.cancel()
        task?.cancel()
    }

}

// MARK: - Generic code

private protocol ObservedFeature: SafeDefaults {
    static var isOn: DomainSetting<Self, Bool> { get }
}

extension ObservedFeature {
    fileprivate func whenChanged(_ body: @escaping @Sendable (Bool) -> Void) -> DefaultsObservation {
        Stored(Self.isOn, store: store).changes.observe { body($0.newValue) }
    }
}

// MARK: - Observation

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable private final class ObservedModel {
    @ObservationIgnored let domain = ObservedDefaults()
    var isOpen = false
    var summary: String { isOpen ? "\(domain.count)" : domain.name ?? "" }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private func tracking(_ model: ObservedModel, _ domain: ObservedDefaults) -> Int {
    withObservationTracking {
        _ = model.summary
        return domain.count + (domain.integer(forKey: .count) ?? 0)
    } onChange: {
        print("changed")
    }
}
