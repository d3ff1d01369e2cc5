#if canImport(Darwin)
import Foundation

extension OtherDomains {
    static let shared = OtherDomains(UserDefaults(suiteName: suite), isApples: true)
}
#endif
