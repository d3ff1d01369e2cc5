@testable import SafeDefaults

extension ObservationHub {
    /// Returns the number of receivers that are registered for a name.
    func receiverCount(of name: String) -> Int {
        underLock { watched[name]?.receivers.count ?? 0 }
    }
}
