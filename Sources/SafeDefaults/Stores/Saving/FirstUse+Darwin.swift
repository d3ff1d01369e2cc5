#if canImport(Darwin)
import Foundation

/// The first use of a `UserDefaults`, which needs no care here.
enum FirstUse {
    static func make(of userDefaults: UserDefaults) {}
}
#endif
