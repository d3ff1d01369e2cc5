import Foundation
import SafeDefaults

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

let reader = ReaderSettings()
print("The size is \(reader.fontSize).")
print("You read \(reader.lastBook ?? "nothing yet").")

reader.fontSize += 2
reader.lastBook = "Momo"
