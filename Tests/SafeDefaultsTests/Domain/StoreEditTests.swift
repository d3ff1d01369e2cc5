import ContractCases
import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// Edits over several domains of a store.
@Suite(.noHang) struct StoreEditTests {
    struct Failure: Error {}

    @Test(arguments: StoreKind.allCases) func allDomainsAreStoredAsOneChange(kind: StoreKind) {
        let test = TestStore(kind)
        let (left, right) = (Sample(store: test.store), Watched(store: test.store))
        let result = test.store.edit { draft in
            draft[Sample.self].count += 1
            draft[Sample.self].name = "a"
            draft[Watched.self].count = draft[Sample.self].count + 1
            // Nothing is stored before the end.
            return left.count
        }
        #expect(result == 0)
        #expect(left.count == 1)
        #expect(left.name == "a")
        #expect(right.count == 2)
    }

    @Test(arguments: StoreKind.allCases) func nothingIsStoredIfTheBodyThrowsOrAValueIsUnreadable(kind: StoreKind) {
        let test = TestStore(kind)
        let (left, right) = (Sample(store: test.store), Watched(store: test.store))
        #expect(throws: Failure.self) {
            try test.store.edit { draft in
                draft[Sample.self].count = 5
                throw Failure()
            }
        }
        #expect(left.storedKeys.isEmpty)
        right.set("many", forKey: .count)
        let issues = IssueRecorder.issues {
            test.store.edit { draft in
                draft[Sample.self].count = 5
                draft[Watched.self].count += 1
            }
        }
        #expect(issues.map(\.kind) == [.unreadableValue])
        #expect(left.storedKeys.isEmpty)
        #expect(right.string(forKey: .count) == "many")
    }
}
