#if canImport(Darwin)
import Foundation

// A daemon keeps every write as soon as it is made, so there is nothing to save here.

/// The file behind a `UserDefaults`: the daemon's business.
struct PreferencesFile: Sendable {
    /// The name of the program's own domain.
    static let programName = Bundle.main.bundleIdentifier ?? Bundle.main.executableURL?.lastPathComponent

    static let standard = PreferencesFile()

    static func suite(_ name: String) -> PreferencesFile { PreferencesFile() }
}

/// What saves a store's writes: nothing.
final class StoreSaving: Sendable {
    init?(_ userDefaults: UserDefaults, file: PreferencesFile?) { nil }

    func noteWrite(of name: String, _ value: PropertyListValue?) {}

    func flush(at location: CodeLocation) -> Bool { true }
}
#endif
