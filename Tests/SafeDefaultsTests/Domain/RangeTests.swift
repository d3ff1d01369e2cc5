import Foundation
import SafeDefaults
import SafeDefaultsInspection
import Testing

@testable import TestSupport

@Suite(.rowsC(6)) struct RangeTests {
    struct Player: SafeDefaults {
        enum Keys: String, DefaultsKey { case volume, balance, retries, name, tags, speed, choice }

        struct Settings {
            let volume = Setting(.volume, default: 5, in: 0...10)
            let strictVolume = Setting(.volume, default: 5, in: 0...10, outside: .rejecting)
            let balance = Setting<Double?>(.balance, in: -1.0...1.0)
            let retries = Setting(.retries, default: 3, in: 1..., outside: .rejecting)
            let speed = Setting(.speed, default: 1.0, in: ...2.5)
            let name = Setting(.name, default: "Tom").allowed { !$0.isEmpty }
            let even = Setting(.volume, default: 2, in: 0...11).allowed { $0 % 2 == 0 }
            let tags = Setting<[String]?>(.tags).allowed { $0.count < 3 }
            let choice = Setting<Int?>(.choice, default: 1).rememberingNil().allowed { $0 > 0 }
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    static func kind(_ lookup: Lookup<Int>) -> DefaultsError.Kind? {
        if case .unreadable(let error) = lookup { error.kind } else { nil }
    }

    // MARK: - Clamping

    @Test(arguments: StoreKind.allCases) func aWriteOutsideTheRangeStoresTheNearestValue(kind: StoreKind) throws {
        let test = TestStore(kind)
        let player = Player(store: test.store)
        let issues = try IssueRecorder.issues {
            player.volume = 11
            #expect(test.raw("volume") as? Int == 10)
            player.volume = -1
            #expect(test.raw("volume") as? Int == 0)
            player.volume -= 3
            player.update(\.volume) { $0 += 100 }
            #expect(player.volume == 10)
            try player.write(.min, to: \.volume)
            player.edit { $0.volume -= 1 }
            #expect(player.volume == 0)
            player.balance = 7
            #expect(player.balance == 1)
            player.balance = nil
            #expect(player.balance == nil && test.raw("balance") == nil)
            player.speed = 3
            #expect(player.speed == 2.5)
        }
        #expect(issues.isEmpty)
    }

    @Test(arguments: StoreKind.allCases) func aStoredValueOutsideTheRangeIsReadAsTheNearest(kind: StoreKind) throws {
        let test = TestStore(kind)
        let player = Player(store: test.store)
        player.set(99, forKey: .volume)
        let issues = try IssueRecorder.issues {
            #expect(player.volume == 10 && player[\.volume] == 10)
            let read = try player.read(\.volume)
            #expect(read == 10)
            #expect(player.lookup(\.volume).readable == 10)
        }
        #expect(issues.isEmpty)
        // A read never writes.
        #expect(test.raw("volume") as? Int == 99)
        player.update(\.volume) { $0 -= 1 }
        #expect(test.raw("volume") as? Int == 9)
    }

    @Test func aNumberThatIsNotOneHasNoNearestValue() throws {
        let player = Player(store: .inMemory())
        player.balance = 0.5
        let issues = IssueRecorder.issues { player.balance = .nan }
        #expect(issues.map(\.error.kind) == [.notAllowed] && player.balance == 0.5)
    }

    // MARK: - Rejecting

    @Test(arguments: StoreKind.allCases) func aRefusedWriteKeepsWhatIsStored(kind: StoreKind) throws {
        let test = TestStore(kind)
        let player = Player(store: test.store)
        player.retries = 4
        player.name = "Ann"
        player.tags = ["a"]
        player.choice = nil
        let issues = IssueRecorder.issues {
            player.retries = 0
            player.name = ""
            player.tags = ["a", "b", "c"]
            player.choice = -1
            player.update(\.retries) { $0 = -5 }
            player.edit { draft in
                draft.volume = 3
                draft.name = ""
            }
        }
        #expect(issues.map(\.kind) == Array(repeating: .failedWrite, count: 6))
        #expect(Set(issues.map(\.error.kind)) == [.notAllowed])
        #expect(player.retries == 4 && player.name == "Ann" && player.tags == ["a"] && player.choice == nil)
        // An edit that contains a refused value stores nothing.
        #expect(test.raw("volume") == nil)
        let error = try #require(throws: DefaultsError.self) { try player.write(0, to: \.retries) }
        #expect(error.kind == .notAllowed && error.storedName == "retries")
        #expect(error.description == #"The value of "retries" isn't allowed: it isn't at least 1."#)
    }

    @Test(arguments: StoreKind.allCases) func aStoredValueThatIsNotAllowedIsToldFromAnUnreadableOne(kind: StoreKind) {
        let test = TestStore(kind)
        let player = Player(store: test.store)
        player.set(99, forKey: .volume)
        let issues = IssueRecorder.issues {
            #expect(player.strictVolume == 5)
            #expect(Self.kind(player.lookup(\.strictVolume)) == .notAllowed)
            // The change would be computed from the default.
            player.update(\.strictVolume) { $0 += 1 }
        }
        #expect(issues.map(\.error.kind) == [.notAllowed, .notAllowed])
        #expect(test.raw("volume") as? Int == 99)
        player.set("loud", forKey: .volume)
        #expect(Self.kind(player.lookup(\.strictVolume)) == .unreadable)
        player.strictVolume = 3
        #expect(test.raw("volume") as? Int == 3)
    }

    @Test func aCheckComesAfterTheRange() {
        let player = Player(store: .inMemory())
        player.even = -3
        #expect(player.even == 0)
        player.even = 4
        let issues = IssueRecorder.issues {
            player.even = 5
            player.even = 99  // the nearest value in the range isn't allowed
        }
        #expect(issues.map(\.error.kind) == [.notAllowed, .notAllowed] && player.even == 4)
        player.volume = 7
        #expect(Self.kind(player.lookup(\.even)) == .notAllowed)
        #expect(AnySetting(Player.even, in: player.store).textForm == "a whole number from 0 to 11")
    }

    // MARK: - Text

    @Test func textsFollowTheRange() throws {
        let store = DefaultsStore.inMemory()
        let volume = AnySetting(Player.volume, in: store)
        #expect(volume.textForm == "a whole number from 0 to 10")
        try volume.setText("12")
        #expect(volume.text == "10")
        let retries = AnySetting(Player.retries, in: store)
        let error = try #require(throws: DefaultsError.self) { try retries.setText("0") }
        #expect(error.reason.contains("a whole number at least 1"), "\(error)")
    }
}
