import ContractCases
import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// The tables of conversions, which say what promise 3 means, run cell by cell.
@Suite struct ConversionTests {
    @Test(.row(78), arguments: StoreKind.allCases) func everyCellOfTheDocumentedTableIsTrue(_ kind: StoreKind) throws {
        let cells = try ConversionTable.cells()
        #expect(cells.count > 1_000, "the tables were not found")
        #expect(Set(cells.map(\.type)) == ConversionTarget.names)
        let test = TestStore(kind)
        let place = ContractPlace(test.store)
        // All cells in memory, and by default one of four in the other stores.
        for cell in Stress.cases(each: kind == .inMemory ? 1 : 4, of: cells) {
            let stored = try #require(ConversionTable.stored(cell.stored), "\(cell)")
            // Some systems don't have all types that the tables name.
            guard let target = ConversionTarget.all.first(where: { $0.name == cell.type }) else { continue }
            test.store.userDefaults.set(RawObject.foreign(stored), forKey: place.storedName)
            var found: String?
            let issues = IssueRecorder.issues { found = target.read(place) }
            #expect((found.map { "`\($0)`" } ?? ConversionTable.unreadable) == cell.expected, "\(cell)")
            #expect(issues.count == (found == nil ? 1 : 0), "\(cell)")
            #expect(RawObject.literal(test.raw(place.storedName)) == stored, "\(cell)")
        }
    }

    @Test func theGuidesTableOfKindsIsThatOfTheCells() throws {
        let rows = try ConversionTable.kinds(in: ConversionTable.fixture)
        let guide = try ConversionTable.kinds(in: "Documentation.docc/StoredForms.md")
        #expect(guide.count > 12)
        #expect(guide.filter { !rows.contains($0) } == [])
    }

    @Test func theTablesHaveEveryKind() throws {
        let kinds = Set(try ConversionTable.cells().compactMap { ConversionTable.stored($0.stored)?.kind })
        #expect(kinds == Set(PropertyListValue.Kind.allCases))
    }
}
