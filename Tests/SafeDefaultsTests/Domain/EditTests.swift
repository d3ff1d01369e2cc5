import Foundation
import SafeDefaults
import SafeDefaultsSnapshots
import Testing

@testable import TestSupport

@Suite(.noHang, .rowsB(12)) struct EditTests {
    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case left, right, date, font
            static let namespace = "sample.edit"
        }

        struct Font: Codable, Equatable {
            var name = "Menlo"
            var size = 12
        }

        struct Settings {
            let left = Setting(.left, default: 0)
            let right = Setting(.right, default: 0)
            let moment = Setting<Date?>(.date)
            let sparing = Setting(.left, default: 0).storingOnlyChanges()
            let remembered = Setting<Int?>(.right, default: 5).rememberingNil()
            let font = Setting(.font, default: Font())
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    struct Failure: Error, Equatable {}

    /// A date that no property list can hold.
    static let unstorable = Date(timeIntervalSinceReferenceDate: .nan)

    // MARK: - One change

    @Test(arguments: StoreKind.allCases) func severalWritesAreOneChange(kind: StoreKind) async throws {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        let pairs = Log<[Int]>()
        let keys = Log<[Sample.Keys]>()
        let lefts = Log<Change<Int>>()
        let tokens = [
            sample.changes(of: \.left, \.right).observe { pairs.add([$0.newValue.0, $0.newValue.1]) },
            sample.changes().observe { keys.add($0.changedKeys()) },
            sample.observe(\.left) { lefts.add($0) },
        ]
        sample.edit { draft in
            draft.left = 1
            draft.left += 1
            draft.right = 3
            #expect(sample.left == 0)
        }
        #expect(sample.left == 2)
        #expect(sample.right == 3)
        #expect(pairs.all == [[2, 3]])
        #expect(keys.all == [[.left, .right]])
        #expect(lefts.all.map(\.newValue) == [2])
        tokens.forEach { $0.cancel() }
    }

    @Test(arguments: StoreKind.allCases) func nobodySeesAPartOfAnEdit(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        let halves = Log<String>()
        let token = sample.changes(of: \.left, \.right).observe { change in
            if change.newValue.0 != change.newValue.1 { halves.add("closure \(change.newValue)") }
        }
        let turns = Stress.count(40, usual: 200)
        onThreads(6) { index in
            for _ in 0..<turns {
                switch index {
                case 0:
                    let seen = sample.dictionaryRepresentation
                    if seen["sample.edit/left"] != seen["sample.edit/right"] { halves.add("listing \(seen)") }
                case 1:
                    sample.edit { draft in
                        if draft.left != draft.right { halves.add("draft") }
                    }
                default:
                    sample.edit { draft in
                        draft.left += 1
                        draft.right += 1
                    }
                }
            }
        }
        token.cancel()
        #expect(halves.all == [])
        #expect(sample.left == 4 * turns)
        #expect(sample.right == 4 * turns)
    }

    // MARK: - All or nothing

    @Test(arguments: StoreKind.allCases) func oneValueThatCannotBeStoredKeepsAllFromBeingStored(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        sample.left = 1
        let log = Log<Int>()
        let token = sample.observe(\.left) { log.add($0.newValue) }
        let issues = IssueRecorder.issues {
            sample.edit { draft in
                draft.left = 2
                draft.moment = Self.unstorable
                draft.right = 2
            }
        }
        #expect(issues.map(\.kind) == [.failedWrite])
        #expect(issues.first?.storedName == "sample.edit/date")
        #expect(sample.left == 1)
        #expect(sample.contains(\.right) == false)
        #expect(log.all == [])
        token.cancel()
    }

    // MARK: - Reading the draft

    @Test func theThrowingWriteOfADraftReportsNothing() {
        let sample = Sample(store: .inMemory())
        let issues = IssueRecorder.issues {
            #expect(throws: DefaultsError.self) {
                try sample.edit { draft throws(DefaultsError) in
                    draft.moment = Self.unstorable
                    try draft.write(Self.unstorable, to: \.moment)
                }
            }
        }
        #expect(issues == [])
        #expect(sample.dictionaryRepresentation == [:])
    }

    @Test func aDraftIsReadAndWrittenLikeTheDomain() {
        let sample = Sample(store: .inMemory())
        sample.right = 4
        sample.edit { draft in
            #expect(draft.left == 0)
            #expect(!draft.contains(\.left))
            draft[\.left] = 3
            #expect(draft.contains(\.left))
            #expect(draft.value(Int.self, forKey: .right) == 4)
            draft.set(8, forKey: .right)
            #expect(draft.right == 8)
            draft.set(nil as Int?, forKey: .right)
            #expect(draft.value(Int.self, forKey: .right) == nil)
            draft.remembered = nil
            #expect(draft.remembered == nil)
            draft.reset(\.remembered)
            #expect(draft.remembered == 5)
            draft.set(Sample.Font(name: "Courier"), forKey: .font)
            #expect(draft.font.name == "Courier")
            draft.font.size = 9
            #expect(draft.value(Sample.Font.self, forKey: .font) == Sample.Font(name: "Courier", size: 9))
            draft.removeObject(forKey: .left)
            #expect(draft.left == 0)
        }
        #expect(sample.storedKeys == [.font])
        #expect(sample.font == Sample.Font(name: "Courier", size: 9))
        sample.edit { $0.removeAll() }
        #expect(sample.storedKeys == [])
    }

    @Test func anUnreadableValueIsTheDefaultAndOneIssueThoughTheBodyRunsAgain() {
        let sample = Sample(store: .inMemory())
        sample.setObject("no number", forKey: .left)
        var runs = 0
        let issues = IssueRecorder.issues {
            sample.edit { draft in
                runs += 1
                draft.right = draft.left + 1
                if runs < 3 { sample.setObject("still none \(runs)", forKey: .left) }
            }
        }
        #expect(runs == 3)
        #expect(issues.map(\.kind) == [.unreadableValue])
        #expect(sample.right == 1)
        #expect(sample.string(forKey: .left) == "still none 2")
    }

    @Test func aDraftThatResetsWhatItCouldNotReadMayWriteIt() {
        let sample = Sample(store: .inMemory())
        sample.set("no number", forKey: .left)
        let issues = IssueRecorder.issues {
            sample.edit { draft in
                draft.left += 1
                draft.reset(\.left)
                draft.left += 2
            }
        }
        #expect(issues.map(\.kind) == [.unreadableValue])
        #expect(sample.left == 2)
    }

    @Test func theThrowingCallsOfADraftStopAtAnUnreadableValue() {
        let sample = Sample(store: .inMemory())
        sample.set("no number", forKey: .left)
        let issues = IssueRecorder.issues {
            #expect(throws: DefaultsError.self) {
                try sample.edit { draft throws(DefaultsError) in try draft.write(draft.left + 1, to: \.left) }
            }
        }
        #expect(issues.map(\.kind) == [.unreadableValue])
        #expect(sample.string(forKey: .left) == "no number")
    }

    // MARK: - Beside other writers

    @Test func whatIsOnlyWrittenDependsOnNothing() {
        let sample = Sample(store: .inMemory())
        var runs = 0
        sample.edit { draft in
            runs += 1
            draft.left = 1
            sample.left = 10
            sample.right = 10
        }
        #expect(runs == 1)
        #expect(sample.left == 1)
        #expect(sample.right == 10)
    }

    @Test func aBodyThatOvertakesItselfAlwaysWinsInTheEnd() {
        let sample = Sample(store: .inMemory())
        var runs = 0
        sample.edit { draft in
            runs += 1
            draft.left += 1
            sample.left = 100 * runs
        }
        #expect(runs == 33)
        #expect(sample.left == 3_201)
    }

    @Test func anEditInsideAnEditIsStoredFirst() {
        let sample = Sample(store: .inMemory())
        let pairs = Log<[Int]>()
        let token = sample.changes(of: \.left, \.right).observe { pairs.add([$0.newValue.0, $0.newValue.1]) }
        sample.edit { draft in
            draft.left = 1
            sample.edit { inner in
                inner.left = 2
                inner.right = 2
            }
        }
        #expect(pairs.all == [[2, 2], [1, 2]])
        token.cancel()
    }

    // MARK: - Sparing writes

    @Test func anEditThatChangesNothingWritesNothing() {
        let counting = CountingDefaults()
        let sample = Sample(store: DefaultsStore(counting))
        sample.left = 1
        let before = counting.sets.value
        sample.edit { _ in }
        sample.edit { draft in _ = draft.left }
        sample.edit { draft in draft.sparing = 1 }
        #expect(counting.sets.value == before)
        sample.edit { draft in draft.sparing = 2 }
        #expect(counting.sets.value == before + 1)
    }

    // MARK: - Former names

    struct Renamed: SafeDefaults {
        enum Keys: String, DefaultsKey { case a, b }

        struct Settings {
            let a = Setting<Int?>(.a, formerly: "old a").storingOnlyChanges()
            let b = Setting(.b, default: 0, formerly: "old b", "older b")
        }
        static let settings = Settings()

        let store: DefaultsStore
    }

    @Test func aFormerValueIsRemovedEvenIfTheNewOneIsStored() {
        let sample = Renamed(store: .inMemory())
        let objects = sample.store.userDefaults
        objects.set(7, forKey: "old a")
        sample.edit { $0.a = nil }
        #expect(sample.a == nil)
        objects.set(7, forKey: "old a")
        objects.set(8, forKey: "a")
        sample.edit { $0.a = 8 }
        #expect(sample.a == 8 && objects.object(forKey: "old a") == nil)
    }

    /// Notes the names in the order in which they are stored, with a minus sign, removed.
    private final class Notes: UserDefaults {
        let names = Shared<[String]>([])
        private let objects = Shared<[String: Any]>([:])

        override func object(forKey defaultName: String) -> Any? { objects.value[defaultName] }

        override func set(_ value: Any?, forKey defaultName: String) {
            names.change { $0.append(defaultName) }
            objects.change { $0[defaultName] = value }
        }

        override func removeObject(forKey defaultName: String) {
            names.change { $0.append("-\(defaultName)") }
            objects.change { $0[defaultName] = nil }
        }
    }

    /// If the process ends in between, neither is the value lost, nor does an older one come back.
    @Test func valuesAreStoredBeforeFormerOnesAreRemoved() throws {
        let notes = try #require(Notes(suiteName: "notes"))
        let sample = Renamed(store: DefaultsStore(notes))
        func order(_ edit: (inout DomainDraft<Renamed>) -> Void) -> [String] {
            for name in ["older b", "old b", "b"] { notes.set(7, forKey: name) }
            notes.names.change { $0 = [] }
            sample.edit { edit(&$0) }
            return notes.names.value
        }
        #expect(order { $0.b = 8 } == ["b", "-older b", "-old b"])
        #expect(order { $0.reset(\.b) } == ["-older b", "-old b", "-b"])
        #expect(
            order {
                $0.reset(\.b)
                $0.b = 9
            } == ["b", "-older b", "-old b"])
        #expect(order { $0.removeAll() }.filter { $0.hasSuffix("b") } == ["-older b", "-old b", "-b"])
        for name in ["older b", "old b"] { notes.set(7, forKey: name) }
        notes.names.change { $0 = [] }
        _ = try sample.import(Data(#"{"b": 8}"#.utf8))
        #expect(notes.names.value.count == 3 && notes.names.value.first == "b")
        notes.set(7, forKey: "old b")
        notes.names.change { $0 = [] }
        sample.removeAll()
        #expect(notes.names.value.filter { $0.hasSuffix("b") } == ["-older b", "-old b", "-b"])
    }
}
