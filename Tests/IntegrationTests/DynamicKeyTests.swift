import ContractCases
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsInspection
@testable import SafeDefaultsSnapshots
@testable import TestSupport

/// Keys whose names are made at run time.
@Suite struct DynamicKeyTests {
    struct Seen: SafeDefaults {
        struct Keys: DynamicDefaultsKey {
            let rawValue: String
            static let namespace = "seen"
        }
        var store: DefaultsStore
    }

    /// Has one key that is known beforehand, and settings.
    struct Rooms: SafeDefaults {
        struct Keys: DynamicDefaultsKey {
            let rawValue: String
            static let namespace = "rooms/all"
            static let allCases: [Keys] = ["lobby"]
        }

        struct Settings {
            let lobby = Setting("lobby", default: 1)
            func beds(in room: Int) -> Setting<Int> { Setting("\(room)", default: 2) }
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    struct Neighbour: SafeDefaults {
        enum Keys: String, DefaultsKey { case seen, other = "seenX/1", empty = "see" }
        var store: DefaultsStore
    }

    @Test(arguments: StoreKind.allCases) func everyNameBelowTheNamespaceIsTheDomains(kind: StoreKind) throws {
        let test = TestStore(kind)
        let (seen, neighbour) = (Seen(store: test.store), Neighbour(store: test.store))
        for key in Neighbour.Keys.allCases { neighbour.set(1, forKey: key) }
        #expect(seen.storedKeys.isEmpty)
        let id = 42
        seen.set(true, forKey: "\(id)")
        seen.set("b", forKey: "a/b")
        seen.set(3, forKey: Seen.Keys(rawValue: ""))
        #expect(test.raw("seen/42") as? Bool == true)
        #expect(seen.storedKeys == ["", "42", "a/b"])
        #expect(seen.dictionaryRepresentation == ["seen/42": true, "seen/a/b": "b", "seen/": 3])
        seen.removeAll()
        #expect(seen.storedKeys.isEmpty)
        #expect(seen.bool(forKey: "42") == nil)
        #expect(neighbour.storedKeys == Neighbour.Keys.allCases)
    }

    /// Names as an app has stored them for years.
    struct Zoom: SafeDefaults {
        struct Keys: DynamicDefaultsKey {
            let rawValue: String
            static let namespace = "zoom"
            var uniqueValue: String { "zoomLevel_" + rawValue }
        }
        var store: DefaultsStore
    }

    @Test(arguments: StoreKind.allCases) func everyNameWithAPrefixOfItsOwnIsTheDomains(kind: StoreKind) throws {
        let test = TestStore(kind)
        let zoom = Zoom(store: test.store)
        for name in ["zoomLevel", "zoomLeve", "zoom/a", "_zoomLevel_a"] { test.store.userDefaults.set(1, forKey: name) }
        zoom.set(1.5, forKey: "a")
        zoom.set(2, forKey: "b/c")
        #expect(test.raw("zoomLevel_a") as? Double == 1.5)
        #expect(zoom.storedKeys == ["a", "b/c"])
        #expect(zoom.dictionaryRepresentation == ["zoomLevel_a": 1.5, "zoomLevel_b/c": 2])
        let snapshot = zoom.snapshot()
        zoom.removeAll()
        #expect(zoom.storedKeys.isEmpty && test.raw("zoomLevel_a") == nil && test.raw("zoomLevel") as? Int == 1)
        #expect(test.raw("zoom/a") as? Int == 1 && test.raw("_zoomLevel_a") as? Int == 1)
        try zoom.restore(snapshot)
        #expect(zoom.double(forKey: "a") == 1.5)
    }

    @Test func namesThatNothingTellsFromOthersAreAProblemAndRemoveNothing() {
        struct Bare: SafeDefaults {
            struct Keys: DynamicDefaultsKey {
                let rawValue: String
                static let namespace = "bare"
                var uniqueValue: String { rawValue }
            }
            var store: DefaultsStore
        }
        struct Closer: SafeDefaults {
            enum Keys: String, DefaultsKey { case other = "zoomLevel_2" }
            var store: DefaultsStore
        }
        let store = DefaultsStore.inMemory()
        Bare(store: store).set(1, forKey: "a")
        Bare(store: store).removeAll()
        #expect(store.userDefaults.integer(forKey: "a") == 1)
        let problem =
            "The keys of Bare are made at run time, but nothing tells their stored names from others, so storedKeys, "
            + "removeAll and snapshots miss them: begin uniqueValue with text of its own, and end it with rawValue."
        #expect(DefaultsAudit.problems(in: [Bare.self]) == [problem])
        #expect(DefaultsAudit.problems(in: [Zoom.self, Closer.self]).count == 1)
    }

    @Test(arguments: StoreKind.allCases) func keysKnownBeforehandComeFirst(kind: StoreKind) {
        let test = TestStore(kind)
        let rooms = Rooms(store: test.store)
        rooms[Rooms.settings.beds(in: 3)] = 5
        rooms[Rooms.settings.beds(in: 12)] = 5
        rooms.lobby += 1
        #expect(rooms.storedKeys == ["lobby", "12", "3"])
        #expect(test.raw("rooms/all/3") as? Int == 5)
        rooms.edit { draft in
            draft[Rooms.settings.beds(in: 4)] = 1
            draft.removeAll()
            draft.lobby = 7
        }
        #expect(rooms.dictionaryRepresentation == ["rooms/all/lobby": 7])
    }

    @Test func aNamespaceOfTheLibraryIsAProblem() {
        struct Marks: SafeDefaults {
            struct Keys: DynamicDefaultsKey {
                let rawValue: String
                static let namespace = "SafeDefaults"
            }
        }
        let problems = DefaultsAudit.problems(in: [Marks.self])
        #expect(
            problems.first
                == "The keys of Marks are made at run time and have every name below \"SafeDefaults/\", but "
                + "SafeDefaults stores names of its own there: give them another namespace.")
    }

    @Test func aFormerNameBelowTheNamespaceIsAProblem() {
        struct Moved: SafeDefaults {
            enum Keys: String, DefaultsKey { case beds }
            struct Settings { let beds = Setting(.beds, default: 1, formerly: "seen/beds") }
            static let settings = Settings()
        }
        let problems = DefaultsAudit.problems(in: [Seen.self, Moved.self])
        #expect(problems.map { $0.hasPrefix("\"seen/beds\" of Moved is below the namespace of Seen") } == [true])
    }

    @Test func aNamespaceBelowAnotherIsAProblem() {
        struct Room: SafeDefaults {
            enum Keys: String, DefaultsKey {
                case beds
                static let namespace = "seen/rooms"
            }
        }
        struct Same: SafeDefaults { typealias Keys = Seen.Keys }
        #expect(DefaultsAudit.problems(in: [Seen.self, Rooms.self, Neighbour.self, Same.self]) == [])
        #expect(
            DefaultsAudit.problems(in: [Seen.self, Room.self]) == [
                "\"seen/rooms/beds\" of Room is below the namespace of Seen, whose keys are made at run time and have "
                    + "every name there: give one of them another namespace."
            ])
    }
}
