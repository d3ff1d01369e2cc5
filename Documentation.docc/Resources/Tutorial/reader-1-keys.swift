import Foundation
import SafeDefaults

struct ReaderSettings: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case fontSize, lastBook
        static let namespace = "reader"
    }
}
