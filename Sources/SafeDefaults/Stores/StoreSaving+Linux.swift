#if !canImport(Darwin)
import Foundation
final class StoreSaving: @unchecked Sendable {
    init(_ userDefaults: UserDefaults, file: PreferencesFile?) {}
    func noteWrite() {}
    func flush(at location: SourceLocation) -> Bool { false }
}
#endif
