#if !canImport(Darwin)
import Foundation

/// Finds foreign writes to a plain `UserDefaults`.
///
/// On Linux there is no source, because Foundation gives no notice of them.
enum ForeignWrites {
    static func source(of userDefaults: UserDefaults, for hub: ObservationHub) -> (any ForeignChangeSource)? { nil }
}
#endif
