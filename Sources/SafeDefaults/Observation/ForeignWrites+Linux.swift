#if !canImport(Darwin)
import Foundation

/// Where foreign writes to a plain `UserDefaults` are heard of: nowhere, because nothing tells of them here.
enum ForeignWrites {
    static func source(of userDefaults: UserDefaults, for hub: ObservationHub) -> (any ForeignChangeSource)? { nil }
}
#endif
