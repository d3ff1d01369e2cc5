import ContractCases
import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// Changes in place, such as `+=`, `append` and an assignment to a part of a value, updates and edits.
///
/// They start from the value that was read. If it can't be read, that is the default, and to store what becomes of it
/// would destroy the stored value.
@Suite struct ChangeInPlaceTests {
    struct Profile: Codable, Equatable { var name = "", age = 0 }

    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case count, list, profile, names, note, renamed, other }

        struct Settings {
            let count = Setting(.count, default: 10)
            let list = Setting<[Int]>(.list, default: [1])
            let profile = Setting(.profile, default: Profile())
            let names = Setting<[String: Int]>(.names, default: [:])
            let note = Setting<String?>(.note)
            let renamed = Setting(.renamed, default: 10, formerly: "count")
            let other = Setting(.other, default: 0)
            let sparing = Setting(.count, default: 10).storingOnlyChanges()
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    struct Failure: Error {}

    /// The ways to change a value in place, each over a value that can't be read.
    static let ways: [(String, @Sendable (Sample) -> Void)] = [
        ("+=", { $0.count += 1 }),
        ("key path", { $0[\.count] += 1 }),
        ("setting", { $0[Sample.count] += 1 }),
        ("inout", { increment(&$0.count) }),
        ("former name", { $0.renamed += 1 }),
        ("append", { $0.list.append(2) }),
        ("element", { $0.list[0] = 2 }),
        ("field", { $0.profile.name = "Tom" }),
        ("entry", { $0.names["a", default: 0] += 1 }),
        ("optional chain", { $0.note?.append("!") }),
        ("wrapper", { $0.changeByWrapper(options: []) }),
        ("cached wrapper", { $0.changeByWrapper(options: .cached) }),
        ("update", { #expect($0.update(\.count) { increment(&$0, by: 1) } == 11, "the closure's result is returned") }),
        ("update of a list", { $0.update(\.list) { $0.append(3) } }),
        ("update that changes nothing", { $0.update(\.note) { _ in } }),
        ("update to nil", { $0.update(\.note) { $0 = nil } }),
        ("update of what stores only changes", { $0.update(\.sparing) { $0 = 5 } }),
        ("update by a wrapper", { Stored(Sample.count, store: $0.store).update { $0 += 1 } }),
        ("by a cached one", { Stored(Sample.count, store: $0.store, options: .cached).update { $0 += 1 } }),
        ("edit", { $0.editBesideAnother { $0.count += 1 } }),
        ("edit of an optional", { $0.editBesideAnother { draft in draft.note = draft.note.map { $0 + "!" } } }),
        (
            "edit by key",
            { $0.editBesideAnother { $0.set(($0.value(Int.self, forKey: .count) ?? 0) + 1, forKey: .count) } }
        ),
        (
            "edit that stores what it reads",
            { $0.editBesideAnother { $0.set($0.value(Int.self, forKey: .count), forKey: .count) } }
        ),
        (
            "edit of the store",
            { sample in
                sample.store.edit { draft in
                    draft[Sample.self].other = 7
                    draft[Sample.self].count += 1
                }
            }
        ),
    ]

    private static func increment(_ value: inout Int) { value += 1 }

    private static func increment(_ value: inout Int, by number: Int) -> Int {
        value += number
        return value
    }

    /// What no setting of the sample can be read from.
    private static let unreadable = Data([1, 2, 3])

    private func plant(in sample: Sample) {
        for key in Sample.Keys.allCases where ![.renamed, .other].contains(key) {
            sample.set(Self.unreadable, forKey: key)
        }
    }

    @Test(arguments: ways.indices, StoreKind.allCases)
    func aChangeOfAnUnreadableValueIsRefusedAndReportedOnce(way: Int, kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        plant(in: sample)
        let before = sample.dictionaryRepresentation
        let (name, change) = Self.ways[way]
        let issues = IssueRecorder.issues { change(sample) }
        #expect(sample.dictionaryRepresentation == before, "\(name)")
        #expect(issues.map(\.kind) == [.unreadableValue], "\(name)")
        #expect(issues.first?.description.contains("nothing was written") == true, "\(name)")
    }

    /// The ways to replace a value without reading it: each leaves 3.
    static let replacements: [(String, @Sendable (Sample) throws -> Void)] = [
        ("property", { $0.count = 3 }),
        ("key path", { $0[\.count] = 3 }),
        ("setting", { $0[Sample.count] = 3 }),
        ("key", { $0.set(3, forKey: .count) }),
        ("write", { try $0.write(3, to: \.count) }),
        (
            "reset and update",
            { sample in
                sample.reset(\.count)
                sample.update(\.count) { $0 -= 7 }
            }
        ),
        ("edit", { $0.edit { $0.count = 3 } }),
        ("edit by key", { $0.edit { $0.set(3, forKey: .count) } }),
        ("write in an edit", { try $0.edit { draft throws(DefaultsError) in try draft.write(3, to: \.count) } }),
        (
            "read in an edit",
            { sample in
                sample.edit { draft in
                    // It doesn't return the default, so what follows isn't computed from it.
                    #expect(throws: DefaultsError.self) { try draft.read(\.count) }
                    draft.count = 3
                }
            }
        ),
        (
            "reset in an edit",
            { sample in
                sample.edit { draft in
                    draft.reset(\.count)
                    draft.count -= 7
                }
            }
        ),
    ]

    @Test(arguments: replacements.indices, StoreKind.allCases)
    func anAssignmentReplacesAnUnreadableValue(way: Int, kind: StoreKind) throws {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        plant(in: sample)
        let (name, replace) = Self.replacements[way]
        let issues = try IssueRecorder.issues { try replace(sample) }
        #expect(issues.isEmpty && sample.count == 3, "\(name)")
    }

    @Test(.rows(23, 24, 31), arguments: StoreKind.allCases) func aChangeOfAReadableValueIsStored(kind: StoreKind) {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        let issues = IssueRecorder.issues {
            sample.count += 1
            sample[\.count] += 1
            sample[Sample.count] += 1
            Self.increment(&sample.count)
            sample.list.append(2)
            sample.list[0] = 5
            sample.profile.name = "Tom"
            sample.names["a", default: 0] += 1
            sample.note?.append("!")
            sample.changeByWrapper(options: [])
            sample.changeByWrapper(options: .cached)
        }
        #expect(issues.isEmpty)
        #expect(sample.count == 16)
        #expect(sample.list == [5, 2])
        #expect(sample.profile == Profile(name: "Tom"))
        #expect(sample.names == ["a": 1])
        #expect(sample.note == nil)
        #expect(!sample.storedKeys.contains(.note) || kind == .rawSuite)
    }

    @Test func aValueUnderAFormerNameIsChangedAndMoved() {
        let sample = Sample(store: .inMemory())
        sample.count = 20
        sample.renamed += 1
        #expect(sample.renamed == 21)
        #expect(!sample.storedKeys.contains(.count))
    }

    @Test func aChangeThatThrowsStoresNothing() {
        let sample = Sample(store: .inMemory())
        sample.list = [1, 2]
        #expect(throws: Failure.self) { try Self.fail(&sample.list) }
        #expect(sample.list == [1, 2])
    }

    private static func fail(_ list: inout [Int]) throws {
        list.removeAll()
        throw Failure()
    }

    /// A change through a key path, as bindings make it, and one of a local variable with a wrapper.
    ///
    /// The compiler makes an assignment of both, so the unreadable value is replaced. The read has reported it.
    @Test func whatTheCompilerTurnsIntoAnAssignmentReplacesAnUnreadableValue() {
        let sample = Sample(store: .inMemory())
        plant(in: sample)
        let path = \Sample.profile.name
        let issues = IssueRecorder.issues {
            sample[keyPath: path] = "Tom"
            @Stored(Sample.count, store: sample.store) var count
            count += 1
        }
        #expect(issues.map(\.kind) == [.unreadableValue, .unreadableValue])
        #expect(sample.profile == Profile(name: "Tom"))
        #expect(sample.count == 11)
    }
}

extension ChangeInPlaceTests.Sample {
    /// Makes a change together with another one, which could be stored.
    fileprivate func editBesideAnother(_ change: (inout DomainDraft<Self>) -> Void) {
        edit { draft in
            draft.other = 7
            change(&draft)
        }
    }

    fileprivate func changeByWrapper(options: StoredOptions) {
        Model(store: store, options: options).change()
    }

    private struct Model {
        @Stored var count: Int

        init(store: DefaultsStore, options: StoredOptions) {
            _count = Stored(ChangeInPlaceTests.Sample.count, store: store, options: options)
        }

        func change() { count += 1 }
    }
}
