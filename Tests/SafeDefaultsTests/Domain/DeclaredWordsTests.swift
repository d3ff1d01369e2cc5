import Foundation
import SafeDefaults
import Testing

/// What a declaration tells besides its key, its type and its default.
@Suite struct DeclaredWordsTests {
    private struct PlayerDefaults: SafeDefaults {
        enum Keys: String, DefaultsKey { case volume, speed, retries, count, balance, token, bass }

        struct Settings {
            let volume = Setting(.volume, default: 5, in: 0...10).help("How loud it is")
            let speed = Setting(.speed, default: 1.0, in: 0.5...).help("How fast").secret()
            let retries = Setting<UInt8>(.retries, default: 3, in: ...9)
            let count = Setting(.count, default: 1)
            let balance = Setting(.balance, default: 0.0, in: PartialRangeFrom(.nan))
            let token = Setting<String?>(.token).secret().allowed { $0 != "" }.rememberingNil()
            let bass = Setting<Int?>(.bass, default: 2).rememberingNil().help("How low").storingOnlyChanges()
        }
        static let settings = Settings()
        let store: DefaultsStore
    }

    @Test func theRangeIsThatOfTheDeclarationOrOfTheType() {
        #expect(PlayerDefaults.volume.range == 0...10)
        #expect(PlayerDefaults.speed.range == 0.5...Double.greatestFiniteMagnitude)
        #expect(PlayerDefaults.retries.range == 0...9)
        #expect(PlayerDefaults.count.range == Int.min...Int.max)
        #expect(PlayerDefaults.balance.range == -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
    }

    @Test func helpAndSecrecyAreKeptByOtherModifiers() {
        #expect(PlayerDefaults.volume.help == "How loud it is" && !PlayerDefaults.volume.isSecret)
        #expect(PlayerDefaults.speed.help == "How fast" && PlayerDefaults.speed.isSecret)
        #expect(PlayerDefaults.token.isSecret && PlayerDefaults.token.help.isEmpty)
        #expect(PlayerDefaults.bass.help == "How low")
    }
}
