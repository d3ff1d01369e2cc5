#if !canImport(Darwin)
import SafeDefaults

extension BackgroundActivity {
    /// Runs work at once, because the system suspends no process.
    static let system = BackgroundActivity(mayBeSuspended: false) { block in block(false) }
}
#endif
