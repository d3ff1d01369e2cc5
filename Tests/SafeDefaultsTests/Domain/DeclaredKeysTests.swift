import Foundation
import SafeDefaultsInspection
import SafeDefaultsSnapshots
import Testing

@testable import SafeDefaults
@testable import TestSupport

private struct PlayerDefaults: SafeDefaults {
    typealias Keys = DeclaredKeys<Self>
    static let namespace = "player"

    struct Settings {
        let volume = Setting("volume", default: 0.8, in: 0...1)
        let isMuted = Setting("muted", default: false, formerly: "silent")
        let track = Setting<String?>("track")
    }
    static let settings = Settings()
    var store: DefaultsStore
}

private struct BareDefaults: SafeDefaults {
    typealias Keys = DeclaredKeys<Self>

    struct Settings {
        let one = Setting("twice", default: 1)
        let other = Setting("twice", default: 2)
    }
    static let settings = Settings()
}

private struct MisplacedDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case one }
    static let namespace = "misplaced"
}

/// Settings that are declared by their names, without an enum.
@Suite struct DeclaredKeysTests {
    private let player = PlayerDefaults(store: .inMemory())

    @Test func settingsAreStoredUnderTheirNamesInTheDomainsNamespace() {
        player.volume = 2
        player.isMuted = true
        player.track = "Intro"
        #expect(player.volume == 1 && player.isMuted && player.track == "Intro")
        #expect(
            player.dictionaryRepresentation == ["player/volume": 1.0, "player/muted": true, "player/track": "Intro"])
        #expect(player.storedKeys == ["volume", "muted", "track"])
        #expect(player.double(forKey: "volume") == 1)
        player.reset(\.track)
        #expect(player.storedKeys == ["volume", "muted"])
        #expect(PlayerDefaults.Keys.allCases.map(\.uniqueValue) == ["player/volume", "player/muted", "player/track"])
        #expect(BareDefaults.settings.one.storedName == "twice")
    }

    @Test func theDomainsNamesAndNoOthersAreRemoved() {
        player.store.userDefaults.set(1, forKey: "silent")
        player.store.userDefaults.set(1, forKey: "player/other")
        player.volume = 0.5
        player.removeAll()
        #expect(player.store.userDefaults.object(forKey: "silent") == nil)
        #expect(player.store.userDefaults.object(forKey: "player/other") != nil)
        #expect(player.storedKeys.isEmpty && player.volume == 0.8)
    }

    @Test func theAuditFindsEqualNamesAndAMisplacedNamespace() {
        #expect(DefaultsAudit.problems(in: [PlayerDefaults.self]).isEmpty)
        #expect(DefaultsAudit.problems(in: [BareDefaults.self]).count == 1)
        #expect(DefaultsAudit.problems(in: [BareDefaults.self]).first?.contains("more than one setting") == true)
        #expect(
            DefaultsAudit.problems(in: [MisplacedDefaults.self])
                == ["MisplacedDefaults.namespace has no effect: declare it in MisplacedDefaults.Keys."])
    }
}
