import Foundation
import SafeDefaults
import Testing

@Suite struct SmokeTests {
    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case attempts }
        static let attempts = Setting(.attempts, default: 0)
        var store: DefaultsStore
    }

    @Test(arguments: StoreKind.allCases) func roundTrip(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        sample.attempts += 1
        #expect(sample.integer(forKey: .attempts) == 1)
        #expect(IssueRecorder.issues { sample.set("x", forKey: .attempts); _ = sample.attempts }.count == 1)
    }
}
