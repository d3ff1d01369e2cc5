#if canImport(Darwin)
import Foundation
import SafeDefaults

extension BackgroundActivity {
    #if os(macOS)
    /// Runs work at once, because macOS suspends no process, and has no activity that expires.
    static let system = BackgroundActivity(mayBeSuspended: false) { block in block(false) }
    #else
    /// Runs work as an activity for which the system delays the process's suspension, and which it may end.
    static let system = BackgroundActivity { block in
        ProcessInfo.processInfo.performExpiringActivity(withReason: "SafeDefaults: compacting a file", using: block)
    }
    #endif
}
#endif
