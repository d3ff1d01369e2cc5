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
let observation = reader.observe(\.fontSize) { change in
    print("from \(change.oldValue) to \(change.newValue)")
}

reader.fontSize += 2
observation.cancel()
