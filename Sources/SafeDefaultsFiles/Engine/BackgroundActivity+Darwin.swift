#if canImport(Darwin)
import Foundation
import SafeDefaults

extension BackgroundActivity {
    /// Runs work as an activity for which the system delays the process's suspension, and which it may end.
    ///
    /// macOS suspends no process, and has no such activity.
    static let system = BackgroundActivity { block in
        #if os(macOS)
        block(false)
        #else
        ProcessInfo.processInfo.performExpiringActivity(withReason: "SafeDefaults: compacting a file", using: block)
        #endif
    }
}
#endif
