import Foundation
import SafeDefaults
import SafeDefaultsFiles

/// Two settings that are only ever changed together, to the same number.
struct Pair: SafeDefaults {
    enum Keys: String, DefaultsKey { case left, right }

    struct Settings {
        let left = Setting(.left, default: 0)
        let right = Setting(.right, default: 0)
    }
    static let settings = Settings()
    var store: DefaultsStore

    /// Counts both up, as one change.
    func countUp() {
        edit { draft in
            let next = draft.left + 1
            draft.left = next
            draft.right = next
        }
    }
}
