import ContractCases
import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// The contract of every type with every kind of store; the types and their values are in `ContractCases`.
@Suite struct ValueContractTests {
    /// Every type over every kind of store.
    static let cells: [Cell] = ContractCase.all.flatMap { type in StoreKind.allCases.map { Cell(type: type, kind: $0) }
    }

    struct Cell: Sendable, CustomTestStringConvertible {
        let type: ContractCase
        let kind: StoreKind
        var testDescription: String { "\(type) over \(kind)" }

        /// The stored forms that a sample may have: for a raw suite on Linux, a save at any moment reads its file back,
        /// and leaves in memory the form that the file can hold.
        func mayBeStored(_ sample: ContractCase.Sample) -> Set<PropertyListValue> {
            kind == .rawSuite ? [sample.stored, sample.restarted] : [sample.stored]
        }

        func mismatch(_ sample: ContractCase.Sample, _ place: ContractPlace, _ path: ContractPath) -> String? {
            let mismatch = sample.mismatch(place, path)
            guard kind == .rawSuite, mismatch != nil else { return mismatch }
            return sample.mismatchAfterRestart(place, path)
        }
    }

    @Test(
        .rows(33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 50, 51, 52, 55, 56, 57, 60, 62, 63, 64, 65), .rowsB(3),
        arguments: some)
    func valuesAreStoredAsDocumentedAndReadBack(_ cell: Cell) {
        let test = TestStore(cell.kind)
        let place = ContractPlace(test.store)
        for sample in cell.type.samples {
            for path in ContractPath.allCases {
                place.domain.removeAll()
                let issues = IssueRecorder.issues {
                    #expect(sample.write(place, path) == nil, "\(sample) by \(path)")
                    for other in ContractPath.allCases {
                        #expect(cell.mismatch(sample, place, other) == nil, "written by \(path), read by \(other)")
                    }
                }
                #expect(issues.isEmpty, "\(sample) by \(path)")
                let stored = cell.mayBeStored(sample)
                let raw = RawObject.literal(test.raw(place.storedName)).map(ContractCase.legible)
                #expect(raw.map { stored.contains($0) } == true, "\(sample) by \(path) is \(String(describing: raw))")
                let represented = place.domain.dictionaryRepresentation.mapValues(ContractCase.legible)
                #expect(stored.contains { represented == [place.storedName: $0] })
                let all = RawObject.literal(test.store.userDefaults.dictionaryRepresentation()[place.storedName])
                    .map(ContractCase.legible)
                #expect(all.map { stored.contains($0) } == true, "\(sample) by \(path) is \(String(describing: all))")
            }
        }
    }

    // Neither a nil nor a default that was read is stored.
    @Test(.row(69), arguments: some) func absenceIsNilOrTheDefault(_ cell: Cell) {
        let test = TestStore(cell.kind)
        let place = ContractPlace(test.store)
        let issues = IssueRecorder.issues {
            #expect(cell.type.read(place, .key) == .nothing)
            #expect(cell.type.read(place, .throwingKey) == .nothing)
            #expect(cell.type.read(place, .optionalSetting) == .nothing)
            #expect(cell.type.read(place, .defaultedSetting) == .fallback)
            #expect(cell.type.lookup(place) == .nothing)
        }
        #expect(issues.isEmpty)
        #expect(test.raw(place.storedName) == nil)
        #expect(place.domain.storedKeys.isEmpty)
    }

    /// By default half of the cells, so that each type is in at least one store.
    static let some = Stress.cases(each: 2, of: cells)

    @Test(.rows(70, 84, 85, 86), .rowsB(14), arguments: some)
    func anUnreadableValueFallsBackIsReportedOnceAndIsKept(_ cell: Cell) {
        let test = TestStore(cell.kind)
        let place = ContractPlace(test.store)
        for stored in cell.type.unreadable {
            test.store.userDefaults.set(RawObject.foreign(stored), forKey: place.storedName)
            for path in ContractPath.allCases {
                var reading = ContractCase.Reading.nothing
                let issues = IssueRecorder.issues { reading = cell.type.read(place, path) }
                switch path {
                case .throwingKey:
                    #expect(reading == .unreadable, "\(stored) by \(path)")
                    #expect(issues.isEmpty, "\(stored) by \(path)")
                case .key, .optionalSetting:
                    #expect(reading == .nothing, "\(stored) by \(path)")
                    #expect(issues.map(\.kind) == [.unreadableValue], "\(stored) by \(path)")
                case .defaultedSetting where cell.type.lacking.contains(stored):
                    #expect(reading != .nothing && reading != .unreadable, "\(stored) by \(path)")
                    #expect(issues.isEmpty, "\(stored) by \(path)")
                case .defaultedSetting:
                    #expect(reading == .fallback, "\(stored) by \(path)")
                    #expect(issues.map(\.kind) == [.unreadableValue], "\(stored) by \(path)")
                }
                for issue in issues {
                    #expect(issue.storedName == place.storedName)
                    #expect(issue.error.found == stored.kind.rawValue || !issue.error.codingPath.isEmpty, "\(issue)")
                    #expect(issue.error.found != nil, "\(issue)")
                }
            }
            let issues = IssueRecorder.issues {
                #expect(cell.type.lookup(place) == .unreadable)
            }
            #expect(issues.isEmpty, "lookup reports nothing")
            #expect(RawObject.literal(test.raw(place.storedName)) == stored)
        }
    }

    @Test(arguments: some) func aWriteReplacesAnUnreadableValue(_ cell: Cell) {
        let test = TestStore(cell.kind)
        let place = ContractPlace(test.store)
        for (stored, path) in zip(cell.type.unreadable, ContractPath.allCases) {
            test.store.userDefaults.set(RawObject.foreign(stored), forKey: place.storedName)
            for sample in cell.type.samples {
                let issues = IssueRecorder.issues {
                    #expect(sample.write(place, path) == nil)
                    #expect(cell.mismatch(sample, place, path) == nil)
                }
                #expect(issues.isEmpty)
            }
        }
    }

    // To store nil removes, too.
    @Test(.rows(47, 71, 74), arguments: some) func removalLeavesTheNeighbour(_ cell: Cell) {
        let test = TestStore(cell.kind)
        let place = ContractPlace(test.store)
        test.store.userDefaults.set("kept", forKey: "neighbour")
        for sample in cell.type.samples {
            for path in ContractPath.allCases {
                _ = sample.write(place, path)
                #expect(place.domain.contains(.init(rawValue: "subject")))
                cell.type.remove(place, path)
                #expect(test.raw(place.storedName) == nil, "\(sample) by \(path)")
                #expect(cell.type.read(place, .key) == .nothing)
                #expect(!place.domain.contains(.init(rawValue: "subject")))
            }
        }
        #expect(test.raw("neighbour") as? String == "kept")
    }

    // Here they are the arguments of a store in memory; `SecondProcessTests` has those of a process.
    @Test(.row(79), .rowsB(4), arguments: ContractCase.all) func launchArgumentIsReadAsTheType(_ type: ContractCase) {
        for argument in type.arguments {
            let store = DefaultsStore.inMemory(arguments: ["-contract/subject", argument.text])
            for path in ContractPath.allCases {
                #expect(argument.mismatch(ContractPlace(store), path) == nil, "\"\(argument.text)\" by \(path)")
            }
        }
    }
}
