import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

@Suite struct FirstUseTests {
    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case count }
        struct Settings { let count = Setting(.count, default: 0) }
        static let settings = Settings()
        var store: DefaultsStore
    }

    @Test(arguments: ["suite", "injected"]) func threadsThatUseAFreshSuiteFirstLoseNoWrite(way: String) {
        for _ in 0..<Stress.count(5, usual: 20) {
            let test = TestStore(.rawSuite)
            let suite = test.suite
            let injected = way == "injected" ? UserDefaults(suiteName: suite).map { DefaultsStore($0) } : nil
            onThreads(4) { _ in
                let sample = Sample(store: injected ?? .suite(suite))
                for _ in 0..<50 {
                    _ = sample.count
                    sample.update(\.count) { $0 += 1 }
                }
            }
            #expect(Sample(store: injected ?? .suite(suite)).count == 200)
        }
    }
}
