#if os(Linux)
import Foundation
import SafeDefaults
import SafeDefaultsFiles
import Testing

@testable import TestSupport

/// The intended differences from Foundation's `UserDefaults` on Linux, which *FileDefaults and Foundation* lists.
///
/// What both have in common shows `InMemoryAgainstRealTests`.
@Suite struct FoundationDifferenceTests {
    /// A row of the article, with the answers to some calls.
    private struct Difference {
        let row: String
        let theirs: PropertyListValue?
        let ours: PropertyListValue?

        /// Makes the calls, and returns the answer to the last.
        let answer: @Sendable (_ defaults: UserDefaults, _ names: Names) -> Any?
    }

    /// The names of a value and of a domain, which are no others'.
    private struct Names {
        let value: String
        let domain = "SafeDefaultsTests-\(UUID())"
    }

    private static let differences: [Difference] = [
        Difference(row: "`setVolatileDomain` for a name that is there", theirs: 1, ours: nil) {
            $0.setVolatileDomain([$1.value: 1], forName: UserDefaults.argumentDomain)
            $0.setVolatileDomain(["b": 2], forName: UserDefaults.argumentDomain)
            return $0.volatileDomain(forName: UserDefaults.argumentDomain)[$1.value]
        },
        Difference(row: "`dictionaryRepresentation()` beside arguments", theirs: nil, ours: "given") {
            $0.setVolatileDomain([$1.value: "given"], forName: UserDefaults.argumentDomain)
            return $0.dictionaryRepresentation()[$1.value]
        },
        Difference(row: "the domain of what is registered", theirs: nil, ours: 1) {
            $0.register(defaults: [$1.value: 1])
            return $0.volatileDomain(forName: UserDefaults.registrationDomain)[$1.value]
        },
        Difference(row: "`persistentDomain` of a name without values", theirs: [:], ours: nil) {
            $0.persistentDomain(forName: $1.domain)
        },
        Difference(row: "typed getters of a number from `Int.max` on", theirs: 0, ours: .integer(.max)) {
            $0.set(Int.max, forKey: $1.value)
            return $0.integer(forKey: $1.value)
        },
        Difference(row: "`set` of a URL", theirs: "/a", ours: "https://example.com/a") {
            $0.set(URL(string: "https://example.com/a"), forKey: $1.value)
            return $0.object(forKey: $1.value)
        },
        Difference(row: "`set` of a decimal number", theirs: 1, ours: 1.25) {
            $0.set(NSDecimalNumber(string: "1.25"), forKey: $1.value)
            return $0.object(forKey: $1.value)
        },
        Difference(row: "`set` of `1.0` over `1`", theirs: 1, ours: 1.0) {
            $0.set(1, forKey: $1.value)
            $0.set(1.0, forKey: $1.value)
            return $0.object(forKey: $1.value)
        },
        Difference(row: "`url(forKey:)` of text that is no path", theirs: "file", ours: "https") {
            $0.set("https://example.com", forKey: $1.value)
            return $0.url(forKey: $1.value)?.scheme
        },
        Difference(row: "`string(forKey:)` of a `Float`", theirs: "0.1", ours: "0.10000000149011612") {
            $0.set(Float(0.1), forKey: $1.value)
            return $0.string(forKey: $1.value)
        },
    ]

    /// A row of which only another process can tell: see `PromiseTableTests`.
    private static let shownElsewhere = "a date with a fraction of a second"

    @Test func theArticleListsEachDifferenceAndNoOther() throws {
        let lines = try Repository.text("Documentation.docc/HowFileDefaultsWorks.md").components(separatedBy: "\n")
        let head = try #require(lines.firstIndex { $0.hasPrefix("| call | ") })
        let rows = lines[(head + 2)...].prefix { $0.hasPrefix("|") }
            .map { $0.split(separator: "|")[0].trimmingCharacters(in: .whitespaces) }
        #expect(rows.sorted() == (Self.differences.map(\.row) + [Self.shownElsewhere]).sorted())
    }

    // In a process of its own, because Foundation registers for all suites, and not safely while others read.
    @Test func eachDifferenceIsAsTheArticleSays() async {
        await #expect(processExitsWith: .success) {
            let stores = [StoreKind.rawSuite, .inMemory, .file].map(TestStore.init)
            for (store, number) in zip(stores, 0...) {
                for (difference, row) in zip(FoundationDifferenceTests.differences, 0...) {
                    let object = difference.answer(store.store.userDefaults, Names(value: "difference\(row)"))
                    let expected = number == 0 ? difference.theirs : difference.ours
                    #expect(RawObject.literal(object) == expected, "\(difference.row), \(store.kind)")
                }
            }
        }
    }
}
#endif
