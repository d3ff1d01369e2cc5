#if canImport(Darwin)
import Foundation

/// Prepares a `UserDefaults` for its first use; nothing is needed here.
enum FirstUse {
    static func prepare(_ userDefaults: UserDefaults) {}
}
#endif
