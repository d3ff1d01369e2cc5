import Foundation
import SafeDefaults

struct ReaderSettings: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case textSize, lastBook
        static let namespace = "reader"
    }

    struct Settings {
        let textSize = Setting(
            .textSize, default: 16, in: 10...32,
            formerly: "reader/fontSize")
        let lastBook = Setting<String?>(.lastBook)
    }
    static let settings = Settings()

    var store: DefaultsStore = .standard
}

let reader = ReaderSettings()
print("The size is \(reader.textSize).")
reader.textSize += 2
