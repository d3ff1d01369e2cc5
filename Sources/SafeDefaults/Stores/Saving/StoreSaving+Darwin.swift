#if canImport(Darwin)
import Foundation

// A daemon keeps every write as soon as it is made, so there is nothing to save here.

/// The file behind a `UserDefaults`: the daemon's business.
struct PreferencesFile: Sendable {
    static let standard = PreferencesFile()

    static func suite(_ name: String) -> PreferencesFile { PreferencesFile() }
}

/// What saves a store's writes: nothing.
final class StoreSaving: Sendable {
    init?(_ userDefaults: UserDefaults, file: PreferencesFile?) { nil }

    func noteWrite() {}

    func flush(at location: CodeLocation) -> Bool { true }
}
#endif
