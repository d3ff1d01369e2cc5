import ContractCases
import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// What nobody should store, ask for, or name a key: none of it traps, and nothing that is stored is lost.
@Suite struct HostileInputTests {
    // MARK: - Numbers

    @Test(arguments: StoreKind.allCases) func foreignNumbersAreReadWholeOrNotAtAll(_ kind: StoreKind) throws {
        let test = TestStore(kind)
        let place = ContractPlace(test.store)
        let domain = place.domain
        let key = ContractDomain.Keys(rawValue: "subject")
        func store(_ number: NSNumber) { test.store.userDefaults.set(number, forKey: place.storedName) }

        store(NSNumber(value: UInt64(1) << 63))
        #expect(domain.value(UInt64.self, forKey: key) == 1 << 63)
        #expect(domain.value(Double.self, forKey: key) == 0x1p63)
        #expect(domain.lookup(Int.self, forKey: key).isUnreadable)
        store(NSNumber(value: Int8(1)))
        #expect(domain.value(PropertyListValue.self, forKey: key) == 1, "an Int8 is no Bool")
        store(NSNumber(value: Float(0.1)))
        #expect(domain.float(forKey: key) == 0.1)
        store(NSNumber(value: UInt16.max))
        #expect(domain.integer(forKey: key) == 65_535)
        store(NSNumber(value: Int64.min))
        #expect(domain.integer(forKey: key) == .min)
        // NB: the bare setter of Linux makes 0 and -1 of these; the library's doesn't.
        domain.setObject(NSDecimalNumber(string: "0.1"), forKey: key)
        #expect(domain.double(forKey: key) == 0.1)
        domain.setObject(NSDecimalNumber(string: "18446744073709551615"), forKey: key)
        #expect(domain.value(UInt64.self, forKey: key) == .max)
    }

    // A decimal number has 38 digits; what a double would cut off is refused rather than lost.
    @Test(arguments: StoreKind.allCases) func decimalNumberWithTooManyDigitsIsRefused(_ kind: StoreKind) {
        let test = TestStore(kind)
        let domain = ContractDomain(store: test.store)
        domain.set(7, forKey: .init(rawValue: "subject"))
        for text in ["12345678901234567890123", "0.12345678901234567890123", "NaN"] {
            #expect(throws: DefaultsError.self) {
                try domain.writeObject(NSDecimalNumber(string: text), forKey: .init(rawValue: "subject"))
            }
            #expect(domain.integer(forKey: .init(rawValue: "subject")) == 7)
        }
        domain.setObject(
            [NSDecimalNumber(string: "0.1"), NSDecimalNumber(string: "-5")], forKey: .init(rawValue: "subject"))
        #expect(domain.value(PropertyListValue.self, forKey: .init(rawValue: "subject")) == [0.1, -5])
    }

    // MARK: - Names

    static let names = [
        "", "/", "🙂", "a\u{0}b", "a.b.c", ".", "..", "@count", "$nil", "e\u{301}", "\u{e9}", "\n", "<key>&amp;", " ",
        String(repeating: "n", count: 1 << 20), "-flag", "\u{FFFE}", "contract/contract", "\u{202E}", "AppleLanguages",
    ]

    @Test(arguments: StoreKind.allCases) func anyTextIsAKey(_ kind: StoreKind) {
        for (index, name) in Self.names.enumerated() {
            let test = TestStore(kind)
            let domain = SlashDomain(store: test.store)
            let key = SlashDomain.Keys(rawValue: name)
            let issues = IssueRecorder.issues {
                #expect(!domain.contains(key))
                domain.set(index, forKey: key)
                #expect(domain.integer(forKey: key) == index)
                #expect(test.raw("a/b/\(name)") as? Int == index)
            }
            #expect(issues.isEmpty, "\(name.debugDescription.prefix(40))")
            let report = IssueRecorder.issues {
                #expect(domain.url(forKey: key) == nil)
            }
            #expect(report.count == 1)
            #expect(report.allSatisfy { $0.storedName == "a/b/\(name)" && $0.description.utf8.count < 2_000 })
            domain.removeObject(forKey: key)
            #expect(!domain.contains(key))
        }
    }

    struct SlashDomain: SafeDefaults {
        struct Keys: DefaultsKey {
            static let namespace = "a/b"
            static let allCases: [Keys] = []
            let rawValue: String
        }
        let store: DefaultsStore
    }

    // Two forms of one letter are one key to Swift, so a domain can't have both; neither is lost as text.
    @Test(arguments: StoreKind.allCases) func bothFormsOfAnAccentedLetterAreKept(_ kind: StoreKind) {
        let test = TestStore(kind)
        let domain = ContractDomain(store: test.store)
        let key = ContractDomain.Keys(rawValue: "subject")
        for text in ["e\u{301}", "\u{e9}"] {
            domain.set(text, forKey: key)
            #expect(domain.string(forKey: key).map { Array($0.utf8) } == Array(text.utf8))
            domain.set([text: text], forKey: key)
            #expect(domain.value([String: String].self, forKey: key)?.keys.map { Array($0.utf8) } == [Array(text.utf8)])
        }
    }

    // MARK: - Dates

    // In memory only: a raw Linux UserDefaults itself takes the other form for no change.
    @Test func writeOfTheOtherFormOfAKeyIsAChange() {
        let domain = ContractDomain(store: .inMemory())
        let setting = ContractDomain.Setting<[String: Int]?>(.init(rawValue: "subject")).storingOnlyChanges()
        for name in ["e\u{301}", "\u{e9}"] { domain[setting] = [name: 1] }
        #expect(domain[setting]?.keys.map { Array($0.utf8) } == [Array("\u{e9}".utf8)])
    }

    @Test(arguments: StoreKind.allCases, [Double.nan, .infinity, -.infinity, 1e300, -1e17])
    func dateThatWouldDestroyTheFileIsRefusedAtAnyDepth(_ kind: StoreKind, seconds: Double) {
        struct Diary: Codable, DefaultsValue { var entries: [String: [Date]] }
        let test = TestStore(kind)
        let domain = ContractDomain(store: test.store)
        let key = ContractDomain.Keys(rawValue: "subject")
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        domain.set("old", forKey: key)
        let writes: [(path: [String], write: () throws -> Void)] = [
            ([], { try domain.write(date, forKey: key) }),
            (["[1]"], { try domain.write([.distantPast, date], forKey: key) }),
            (["d"], { try domain.write(["d": date], forKey: key) }),
            (["entries", "a", "[0]"], { try domain.write(Diary(entries: ["a": [date]]), forKey: key) }),
            (["[0]", "entries", "a", "[0]"], { try domain.write([Diary(entries: ["a": [date]])], forKey: key) }),
            (["d", "[0]"], { try domain.write(["d": [.date(date)]] as PropertyListValue, forKey: key) }),
            (["d", "[0]"], { try domain.writeObject(["d": [date]], forKey: key) }),
            ([], { try domain.writeObject(date as any DefaultsValue, forKey: key) }),
            ([], { try domain.writeObject(NSDate(timeIntervalSinceReferenceDate: seconds), forKey: key) }),
        ]
        for (path, write) in writes {
            do {
                try write()
                Issue.record("stored at \(path)")
            } catch let error as DefaultsError {
                #expect(error.kind == .unstorable)
                #expect(error.storedName == "contract/subject")
                #expect(error.codingPath == path)
            } catch {
                Issue.record("\(error)")
            }
            #expect(domain.string(forKey: key) == "old")
        }
        let issues = IssueRecorder.issues {
            domain.set(date, forKey: key)
            domain.setObject([date], forKey: key)
        }
        #expect(issues.map(\.kind) == [.failedWrite, .failedWrite])
        #expect(!PropertyListValue.date(date).description.isEmpty)
    }

    // MARK: - URLs

    // A relative URL that begins like a file's path would be read as one.
    @Test(arguments: StoreKind.allCases, ["/path?x=1", "~tom/x", "//example.com/x"])
    func urlThatWouldBeReadAsAFileIsRefused(_ kind: StoreKind, text: String) throws {
        struct Link: Codable { var url: URL }
        let test = TestStore(kind)
        let domain = ContractDomain(store: test.store)
        let key = ContractDomain.Keys(rawValue: "subject")
        let url = try #require(URL(string: text))
        domain.set("old", forKey: key)
        #expect(throws: DefaultsError.self) { try domain.write(url, forKey: key) }
        #expect(throws: DefaultsError.self) { try domain.write([url], forKey: key) }
        #expect(throws: DefaultsError.self) { try domain.write(Link(url: url), forKey: key) }
        #expect(domain.string(forKey: key) == "old")
    }

    // MARK: - Long values

    @Test(.noHang, arguments: StoreKind.allCases)
    func aTextOfMillionsOfDigitsIsAnswered(_ kind: StoreKind) {
        let test = TestStore(kind)
        let domain = ContractDomain(store: test.store)
        let key = ContractDomain.Keys(rawValue: "subject")
        let digits = String(repeating: "9", count: Stress.isAsked ? 4_000_000 : 200_000)
        for text in [digits, "0." + digits, digits + "e5", "-" + digits] {
            domain.set(text, forKey: key)
            #expect(domain.string(forKey: key)?.utf8.count == text.utf8.count)
            let issues = IssueRecorder.issues {
                #expect(domain.integer(forKey: key) == nil)
                #expect(domain.bool(forKey: key) == nil)
                #expect(domain.date(forKey: key) == nil)
                #expect(domain.value(UUID.self, forKey: key) == nil)
            }
            #expect(issues.count == 4)
            #expect(domain.lookup(Double.self, forKey: key).isUnreadable == !text.hasPrefix("0."))
        }
    }
}
