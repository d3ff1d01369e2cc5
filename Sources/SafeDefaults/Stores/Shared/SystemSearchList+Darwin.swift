#if canImport(Darwin)
import Foundation

extension SystemSearchList {
    package static let shared = SystemSearchList(UserDefaults(suiteName: OwnSuite.file.rawValue), isApples: true)
}
#endif
