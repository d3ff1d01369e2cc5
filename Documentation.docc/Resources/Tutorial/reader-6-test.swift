import Foundation
import SafeDefaults
import Testing

struct ReaderSettings: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case fontSize, lastBook
        static let namespace = "reader"
    }

    struct Settings {
        let fontSize = Setting(.fontSize, default: 16, in: 10...32)
        let lastBook = Setting<String?>(.lastBook)
    }
    static let settings = Settings()

    var store: DefaultsStore = .standard
}

@Test func aSizeOutsideIsTheNearest() {
    let reader = ReaderSettings(store: .inMemory())
    #expect(reader.fontSize == 16)
    reader.fontSize = 99
    #expect(reader.fontSize == 32)
}
