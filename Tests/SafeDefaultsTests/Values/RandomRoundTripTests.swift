import ContractCases
import Foundation
import SafeDefaults
import SafeDefaultsMigrations
import Testing

@testable import TestSupport

/// Random values of sixty composed types are read back to the last bit, from every kind of store and in every stored
/// form of the type.
@Suite struct RandomRoundTripTests {
    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case one }
        let store: DefaultsStore
    }

    /// One type, erased: makes a value, and returns the forms from which it isn't read back.
    struct Subject: Sendable {
        let name: String
        let failures: @Sendable (_ store: DefaultsStore, _ source: inout RandomSource) -> [String]
    }

    @Test(arguments: [1, 2] as [UInt64], StoreKind.allCases)
    func everyValueComesBack(seed: UInt64, kind: StoreKind) {
        let test = TestStore(kind)
        var source = RandomSource(state: seed, isLossless: kind != .rawSuite)
        for round in 0..<Stress.count(1, usual: 4, full: 420) {
            for subject in Self.subjects {
                let failures = subject.failures(test.store, &source)
                #expect(failures == [], "seed \(seed), round \(round), \(subject.name)")
            }
        }
    }

    @Test func thereAreSixtyTypes() {
        #expect(Set(Self.subjects.map(\.name)).count == 60)
    }

    // MARK: - The types

    static let subjects: [Subject] = [
        // In every form.
        every([Int].self), every([Int8: UInt64].self), every([UInt16?].self), every([[Bool]].self),
        every([Double].self), every([String: Double?].self), every([Float].self), every([CGFloat].self),
        every([String].self), every([String: String].self), every([[String: [String]]].self), every(Set<String>.self),
        every([Data].self), every([String: [Data]].self), every([Date].self), every([Date?].self),
        every([URL].self), every([String: URL].self), every([UUID].self), every(Set<UUID>.self),
        every([Int: [Int32]].self), every([String: [String: [Int]]].self), every(Set<Int>.self),
        every([Set<UInt8>].self),
        every([Range<Int>].self), every([ClosedRange<Double>].self), every([CGPoint].self),
        every([String: CGRect].self),
        every([IndexSet].self), every([Locale].self), every([TimeZone].self), every([Grade].self),
        every([String: Grade?].self), every(Leaf.self), every([Leaf].self), every([Leaf?].self),
        every([String: Leaf].self), every(Set<Leaf>.self), every(Crate<Int>.self), every(Crate<Double>.self),
        every(Crate<Leaf>.self), every(Crate<Crate<String>>.self), every([[Crate<Date>]].self), every([Decimal].self),
        // As they are.
        native([Theme].self), native([Suit: Int].self), native([Suit: [Leaf?]].self), native(Set<Suit>.self),
        native([Int??].self), native([String: [String??]].self), native([Flags].self), native([Species].self),
        native([String: Colour].self), native([Room].self), native([UUID: [URL]].self), native([Character: Bool].self),
        native([String: [Character]].self),
        // Codable, and nothing else.
        codable(Branch.self), codable([Branch].self), codable([String: Branch].self),
    ]

    // MARK: - The check

    private static func native<Value: RandomValue & DefaultsValue>(_ type: Value.Type) -> Subject {
        Subject(name: "\(type)") { store, source in
            failures(of: .random(&source), [("native", Sample.Setting<Value?>(.one))], in: store)
        }
    }

    private static func codable<Value: RandomValue & Codable & SendableMetatype>(_ type: Value.Type) -> Subject {
        Subject(name: "\(type)") { store, source in
            failures(of: .random(&source), [("tree", Sample.Setting<Value?>(.one))] + coded(type), in: store)
        }
    }

    private static func every<Value: RandomValue & Codable & DefaultsValue>(_ type: Value.Type) -> Subject {
        Subject(name: "\(type)") { store, source in
            failures(of: .random(&source), [("native", Sample.Setting<Value?>(.one))] + coded(type), in: store)
        }
    }

    private static func coded<Value: Codable & SendableMetatype>(
        _ type: Value.Type
    ) -> [(form: String, setting: Sample.Setting<Value?>)] {
        [
            ("json", Sample.Setting<Value?>(.one, stored: .json)),
            ("jsonData", Sample.Setting<Value?>(.one, stored: .jsonData)),
            ("propertyListData", Sample.Setting<Value?>(.one, stored: .propertyListData)),
        ]
    }

    /// Stores a value in each form, and returns the failures.
    private static func failures<Value: RandomValue>(
        of value: Value, _ forms: [(form: String, setting: Sample.Setting<Value?>)], in store: DefaultsStore
    ) -> [String] {
        let sample = Sample(store: store)
        return forms.flatMap { form, setting in
            var failures: [String] = []
            let issues = IssueRecorder.issues {
                sample.removeObject(forKey: .one)
                sample[setting] = value
                guard sample.contains(.one) else { return failures.append("\(form): \(value) is not stored") }
                guard let found = sample[setting] else { return failures.append("\(form): \(value) is not read") }
                if !found.isSame(as: value) { failures.append("\(form): \(value) became \(found)") }
            }
            return failures + issues.map { "\(form): \($0.error)" }
        }
    }
}
