import Foundation
import SafeDefaults

struct ReaderSettings: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case fontSize, lastBook
        static let namespace = "reader"
    }

    var store: DefaultsStore = .standard
}

ReaderSettings().set("Momo", forKey: .lastBook)
print(ReaderSettings().string(forKey: .lastBook) ?? "nothing yet")
