import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// Numbers, durations and identifiers, beyond the contract of values and stores.
@Suite struct ScalarTests {
    private struct Domain: SafeDefaults {
        enum Keys: String, DefaultsKey { case one }
        var store = DefaultsStore.inMemory()
    }

    @Test(arguments: [1, 2] as [UInt64]) func randomDecimalsComeBackExactly(seed: UInt64) {
        var source = RandomSource(state: seed)
        let domain = Domain()
        for _ in 0..<Stress.count(300, usual: 1_000, full: 50_000) {
            let value = Decimal.random(&source)
            domain.set(value, forKey: .one)
            #expect(domain.value(Decimal.self, forKey: .one) == value, "seed \(seed): \(value)")
        }
    }

    @Test func aStringIsADateOfTheGregorianCalendar() {
        let domain = Domain()
        domain.store.userDefaults.set("1066-10-14T09:00:00Z", forKey: Domain.Keys.one.uniqueValue)
        // 341,216 days before 2001: the Julian calendar's 14th of October 1066 is six days later.
        let date = Date(timeIntervalSinceReferenceDate: -341_216 * 86_400 + 9 * 3_600)
        #expect(domain.date(forKey: .one) == date)
        domain.set(date, forKey: .one)
        #expect(domain.date(forKey: .one) == date)
    }

    @Test func aDurationBeyondItsOwnComponentsIsRefused() {
        guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return }
        let domain = Domain()
        domain.set("kept", forKey: .one)
        for value in [Duration.seconds(Int64.max) * 10, Duration.seconds(Int64.min), Duration.seconds(Int64.min) * 10] {
            #expect(throws: DefaultsError.self) { try domain.write(value, forKey: .one) }
        }
        #expect(domain.string(forKey: .one) == "kept")
    }

    @Test func aTimeZoneWithoutANameOfItsOwnIsRefused() throws {
        let domain = Domain()
        let odd = try #require(TimeZone(secondsFromGMT: 3_601))
        #expect(throws: DefaultsError.self) { try domain.write(odd, forKey: .one) }
        let whole = try #require(TimeZone(secondsFromGMT: 3_660))
        try domain.write(whole, forKey: .one)
        #expect(domain.value(TimeZone.self, forKey: .one)?.secondsFromGMT() == 3_660)
    }
}
