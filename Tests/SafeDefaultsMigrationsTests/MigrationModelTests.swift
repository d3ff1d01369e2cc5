import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsMigrations
@testable import TestSupport

/// Random lists of steps over random values, compared with a model that is a dictionary.
@Suite(.noHang, .row(90), .rowsB(13)) struct MigrationModelTests {
    private struct Model: Equatable {
        var values: [String: Int] = [:]
        var others: [String: Int] = [:]
    }

    private enum Action {
        case rename(String, String), remove(String), multiply(String, Int), convert(String, String, Int)
        case move(String, String), swap(String, String), failIfStored(String)

        static func random(_ random: inout RandomSource) -> Action {
            let names = ["a", "b", "c", "d", "e"]
            let (one, two) = (random.pick(names), random.pick(names))
            let number = Int.random(in: 2...5, using: &random)
            switch Int.random(in: 0..<13, using: &random) {
            case 0..<3: return .rename(one, two)
            case 3: return .remove(one)
            case 4..<7: return .multiply(one, number)
            case 7, 8: return .convert(one, two, number)
            case 9, 10: return .move(one, two)
            case 11: return .swap(one, two)
            default: return .failIfStored(one)
            }
        }

        func step(_ other: DefaultsStore) -> DefaultsMigrations.Step {
            switch self {
            case .rename(let name, let new): .rename(MigratedName(name), to: MigratedName(new))
            case .remove(let name): .remove(MigratedName(name))
            case .multiply(let name, let factor): .convert(MigratedName(name), from: Int.self) { $0 * factor }
            case .convert(let name, let new, let sum):
                .convert(MigratedName(name), to: MigratedName(new), from: Int.self) { $0 + sum }
            case .move(let name, let new): .move(MigratedName(name), from: other, to: MigratedName(new))
            case .swap(let one, let two):
                .custom("swap") { draft in
                    let (one, two) = (MigratedName(one), MigratedName(two))
                    (draft[one], draft[two]) = (draft[two], draft[one])
                }
            case .failIfStored(let name):
                .custom("fail") { draft in
                    if draft[name] != nil {
                        throw DefaultsError(.unstorable, storedName: name, reason: "it is stored")
                    }
                }
            }
        }

        /// Returns whether it succeeds.
        func run(on model: inout Model) -> Bool {
            switch self {
            case .rename(let name, let new): carry(name, new, in: &model) { $0 }
            case .remove(let name): model.values[name] = nil
            case .multiply(let name, let factor): model.values[name]? *= factor
            case .convert(let name, let new, let sum):
                if name == new { model.values[name]? += sum } else { carry(name, new, in: &model) { $0 + sum } }
            case .move(let name, let new):
                guard let value = model.others[name], model.values[new] == nil else { return true }
                (model.values[new], model.others[name]) = (value, nil)
            case .swap(let one, let two):
                (model.values[one], model.values[two]) = (model.values[two], model.values[one])
            case .failIfStored(let name): return model.values[name] == nil
            }
            return true
        }

        private func carry(_ name: String, _ new: String, in model: inout Model, _ change: (Int) -> Int) {
            guard name != new, let value = model.values[name], model.values[new] == nil else { return }
            (model.values[new], model.values[name]) = (change(value), nil)
        }
    }

    @Test(arguments: StoreKind.allCases) func randomListsDoWhatTheModelDoes(kind: StoreKind) throws {
        let rounds = kind == .rawSuite ? Stress.count(5, usual: 50) : Stress.count(60, usual: 600)
        for seed in 0..<UInt64(rounds) {
            var random = RandomSource(state: seed)
            let (test, other) = (TestStore(kind), TestStore(kind == .rawSuite ? .inMemory : kind))
            var model = Model()
            for name in ["a", "b", "c", "d", "e"] {
                if Bool.random(using: &random) { model.values[name] = Int.random(in: 1...9, using: &random) }
                if Bool.random(using: &random) { model.others[name] = Int.random(in: 1...9, using: &random) }
            }
            for (name, value) in model.values { test.store.userDefaults.set(value, forKey: name) }
            for (name, value) in model.others { other.store.userDefaults.set(value, forKey: name) }
            let versions = random.some(1...5) { random in random.some(0...4) { Action.random(&$0) } }
            let list = DefaultsMigrations(
                "x",
                versions.enumerated().map { index, actions in
                    DefaultsMigrations.Version.version(index + 1, actions.map { $0.step(other.store) })
                })
            var reached = 0
            var isFailing = false
            for actions in versions where !isFailing {
                var next = model
                isFailing = !actions.allSatisfy { $0.run(on: &next) }
                if !isFailing { (model, reached) = (next, reached + 1) }
            }
            typealias Failure = DefaultsMigrations.Failure
            let plan = Result { () throws(Failure) in try list.plan(in: test.store) }
            let report = Result { () throws(Failure) in try list.run(in: test.store) }
            let place = "seed \(seed): \(versions)"
            switch (plan, report) {
            case (.success(let plan), .success(let report)): #expect(!isFailing && plan == report, "\(place)")
            case (.failure(let planned), .failure(let failure)): #expect(isFailing && planned == failure, "\(place)")
            default: Issue.record("\(place): \(plan), \(report)")
            }
            #expect(values(test.store) == model.values, "\(place)")
            #expect(values(other.store) == model.others, "\(place)")
            #expect(test.store.userDefaults.integer(forKey: "migrations/x") == reached, "\(place)")
            #expect(test.raw("migrations/x/pending") == nil, "\(place)")
        }
    }

    private func values(_ store: DefaultsStore) -> [String: Int] {
        let names = ["a", "b", "c", "d", "e"]
        return store.box.contents(named: names, in: .own).compactMapValues { content in
            content.propertyListValue.flatMap { try? Int._decode($0) }
        }
    }
}
