public import Foundation

/// A `UserDefaults` that saves nothing, so that no save falls into what is measured.
public final class Unsaved: UserDefaults {
    /// Does nothing.
    @discardableResult
    public override func synchronize() -> Bool { true }
}
