import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// What the 34 observation cases of SwiftyUserDefaults show, on every platform.
///
/// They are the same behaviours over an optional setting, an optional one with a default, and a plain one with a
/// default; its two ways to name a setting (by key, by key path) are one here, so that a case may stand for two of
/// them.
@Suite(.rows(92, 93, 94, 95, 96)) struct SwiftyUserDefaultsObservationCases {
    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case optional, both, plain }

        struct Settings {
            let optional = Setting<String?>(.optional)
            let both = Setting<String?>(.both, default: "default")
            let plain = Setting(.plain, default: "default")
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    /// One of the three kinds of setting, its values as optionals.
    enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case optional, optionalWithDefault, plain

        var testDescription: String { rawValue }

        /// What a read gives where nothing is stored.
        var absent: String? { self == .optional ? nil : "default" }

        func observe(
            _ sample: Sample, initial: Bool = false, _ handler: @escaping @Sendable (Told) -> Void
        ) -> DefaultsObservation {
            switch self {
            case .optional:
                sample.observe(\.optional, initial: initial) { handler(Told($0.oldValue, $0.newValue, $0.isInitial)) }
            case .optionalWithDefault:
                sample.observe(\.both, initial: initial) { handler(Told($0.oldValue, $0.newValue, $0.isInitial)) }
            case .plain:
                sample.observe(\.plain, initial: initial) { handler(Told($0.oldValue, $0.newValue, $0.isInitial)) }
            }
        }

        /// Writes a value; nil where the kind has none removes what is stored.
        func write(_ value: String?, to sample: Sample) {
            switch self {
            case .optional: sample.optional = value
            case .optionalWithDefault: sample.both = value
            case .plain:
                if let value { sample.plain = value } else { sample.reset(\.plain) }
            }
        }

        func read(_ sample: Sample) -> String? {
            switch self {
            case .optional: sample.optional
            case .optionalWithDefault: sample.both
            case .plain: sample.plain
            }
        }
    }

    struct Told: Equatable, Sendable {
        let old, new: String?
        let isInitial: Bool

        init(_ old: String?, _ new: String?, _ isInitial: Bool = false) {
            (self.old, self.new, self.isInitial) = (old, new, isInitial)
        }
    }

    @Test("SwiftyUserDefaults: observing gives the old and the new value", arguments: Kind.allCases, StoreKind.allCases)
    func oldAndNewValue(kind: Kind, store: StoreKind) {
        let test = TestStore(store)
        let sample = Sample(store: test.store)
        kind.write("first", to: sample)
        let log = Log<Told>()
        let token = kind.observe(sample) { log.add($0) }
        kind.write("second", to: sample)
        #expect(log.all == [Told("first", "second")])
        token.cancel()
    }

    @Test("SwiftyUserDefaults: the old value of nothing is nil or the default", arguments: Kind.allCases)
    func oldValueOfNothing(kind: Kind) {
        let sample = Sample(store: .inMemory())
        let log = Log<Told>()
        let token = kind.observe(sample) { log.add($0) }
        kind.write("first", to: sample)
        #expect(log.all == [Told(kind.absent, "first")])
        token.cancel()
    }

    @Test("SwiftyUserDefaults: an initial call without a stored value", arguments: Kind.allCases, StoreKind.allCases)
    func initialCallWithoutAStoredValue(kind: Kind, store: StoreKind) {
        let test = TestStore(store)
        let log = Log<Told>()
        let token = kind.observe(Sample(store: test.store), initial: true) { log.add($0) }
        #expect(log.all == [Told(kind.absent, kind.absent, true)])
        token.cancel()
    }

    @Test("SwiftyUserDefaults: an initial call with a stored value", arguments: Kind.allCases, StoreKind.allCases)
    func initialCallWithAStoredValue(kind: Kind, store: StoreKind) {
        let test = TestStore(store)
        let sample = Sample(store: test.store)
        kind.write("stored", to: sample)
        let log = Log<Told>()
        let token = kind.observe(sample, initial: true) { log.add($0) }
        kind.write("next", to: sample)
        #expect(log.all == [Told("stored", "stored", true), Told("stored", "next")])
        token.cancel()
    }

    @Test("SwiftyUserDefaults: a write of nil gives nil or the default", arguments: Kind.allCases, StoreKind.allCases)
    func writeOfNil(kind: Kind, store: StoreKind) {
        let test = TestStore(store)
        let sample = Sample(store: test.store)
        kind.write("stored", to: sample)
        let log = Log<Told>()
        let token = kind.observe(sample) { log.add($0) }
        kind.write(nil, to: sample)
        #expect(log.all == [Told("stored", kind.absent)])
        token.cancel()
    }

    // Differently: a write that a reader can't see is no change. There, each write is told.
    @Test(
        "SwiftyUserDefaults: a default that is written, and nil over it", arguments: [Kind.optionalWithDefault, .plain])
    func writeOfTheDefault(kind: Kind) {
        let test = TestStore(.inMemory)
        let sample = Sample(store: test.store)
        let log = Log<Told>()
        let token = kind.observe(sample) { log.add($0) }
        kind.write("default", to: sample)
        #expect(test.store.userDefaults.dictionaryRepresentation().values.contains { $0 as? String == "default" })
        kind.write(nil, to: sample)
        #expect(log.all == [])
        token.cancel()
    }

    @Test("SwiftyUserDefaults: a setting that is named by a key path in a variable", arguments: StoreKind.allCases)
    func byKeyPath(store: StoreKind) {
        let test = TestStore(store)
        let sample = Sample(store: test.store)
        let path: any KeyPath<Sample.Settings, Sample.Setting<String?>> & Sendable = \.both
        let log = Log<String?>()
        let token = sample.observe(path) { log.add($0.newValue) }
        sample[path] = "new"
        #expect(log.all == ["new"])
        token.cancel()
    }

    @Test("SwiftyUserDefaults: reading the own key inside, on the thread that wrote", arguments: Kind.allCases)
    func readingInside(kind: Kind) {
        let sample = Sample(store: .inMemory())
        let log = Log<String?>()
        let token = kind.observe(sample) { _ in log.add(kind.read(sample)) }
        kind.write("new", to: sample)
        onThreads(1) { _ in kind.write("newer", to: sample) }
        #expect(log.all == ["new", "newer"])
        token.cancel()
    }

    @Test("SwiftyUserDefaults: reading the own key inside, on the main actor")
    func readingInsideElsewhere() async {
        let sample = Sample(store: .inMemory())
        let inbox = Inbox<String>()
        let token = sample.observe(\.plain, on: MainActor.self) { _ in inbox.add(sample.plain) }
        sample.plain = "new"
        #expect(await inbox.next(1) == ["new"])
        token.cancel()
    }

    @Test("SwiftyUserDefaults: no call after disposal", arguments: Kind.allCases, StoreKind.allCases)
    func disposal(kind: Kind, store: StoreKind) {
        let test = TestStore(store)
        let sample = Sample(store: test.store)
        let log = Log<Told>()
        let token = kind.observe(sample) { log.add($0) }
        kind.write("heard", to: sample)
        token.cancel()
        kind.write("unheard", to: sample)
        #expect(log.all.map(\.new) == ["heard"])
    }

    @Test("SwiftyUserDefaults: no call after the token is let go of", arguments: Kind.allCases)
    func disposalByDeinit(kind: Kind) {
        let sample = Sample(store: .inMemory())
        let log = Log<Told>()
        var token: DefaultsObservation? = kind.observe(sample) { log.add($0) }
        withExtendedLifetime(token) { kind.write("heard", to: sample) }
        token = nil
        kind.write("unheard", to: sample)
        #expect(log.all.map(\.new) == ["heard"])
    }
}
