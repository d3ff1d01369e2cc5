#if canImport(Darwin)
import Foundation

/// Prepares a `UserDefaults` for its first use.
///
/// On Apple systems nothing is needed.
enum FirstUse {
    static func prepare(_ userDefaults: UserDefaults) {}
}
#endif
