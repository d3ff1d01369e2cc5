import ContractCases
import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// Edits over several domains of a store.
@Suite(.noHang) struct StoreEditTests {
    struct Left: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case count, note
            static let namespace = "left"
        }
        struct Settings {
            let count = Setting(.count, default: 0)
            let note = Setting<String?>(.note)
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    struct Right: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case count
            static let namespace = "right"
        }
        struct Settings { let count = Setting(.count, default: 0) }
        static let settings = Settings()
        var store: DefaultsStore
    }

    struct Failure: Error {}

    @Test(arguments: StoreKind.allCases) func allDomainsAreStoredAsOneChange(kind: StoreKind) {
        let test = TestStore(kind)
        let (left, right) = (Left(store: test.store), Right(store: test.store))
        let result = test.store.edit { draft in
            draft[Left.self].count += 1
            draft[Left.self].note = "a"
            draft[Right.self].count = draft[Left.self].count + 1
            // Nothing is stored before the end.
            return left.count
        }
        #expect(result == 0)
        #expect(left.count == 1)
        #expect(left.note == "a")
        #expect(right.count == 2)
    }

    @Test(arguments: StoreKind.allCases) func nothingIsStoredIfTheBodyThrowsOrAValueIsUnreadable(kind: StoreKind) {
        let test = TestStore(kind)
        let (left, right) = (Left(store: test.store), Right(store: test.store))
        #expect(throws: Failure.self) {
            try test.store.edit { draft in
                draft[Left.self].count = 5
                throw Failure()
            }
        }
        #expect(left.storedKeys.isEmpty)
        right.set("many", forKey: .count)
        let issues = IssueRecorder.issues {
            test.store.edit { draft in
                draft[Left.self].count = 5
                draft[Right.self].count += 1
            }
        }
        #expect(issues.map(\.kind) == [.unreadableValue])
        #expect(left.storedKeys.isEmpty)
        #expect(right.string(forKey: .count) == "many")
    }

    @Test(arguments: StoreKind.allCases) func noEditIsLostAndNoneIsSeenInPart(kind: StoreKind) {
        let test = TestStore(kind)
        let turns = Stress.count(40, usual: 200)
        onThreads(4) { _ in
            for _ in 0..<turns {
                test.store.edit { draft in
                    let count = draft[Left.self].count
                    draft[Left.self].count = count + 1
                    draft[Right.self].count = count + 1
                }
                let counts = test.store.edit { ($0[Left.self].count, $0[Right.self].count) }
                #expect(counts.0 == counts.1)
            }
        }
        #expect(Left(store: test.store).count == 4 * turns)
        #expect(Right(store: test.store).count == 4 * turns)
    }
}
