import Foundation

/// A `UserDefaults` that saves nothing, so that no save falls into what is measured.
///
/// The library's writes are measured over Foundation's own class, to which it gives other objects than to a subclass.
final class Unsaved: UserDefaults {
    /// Does nothing.
    @discardableResult
    override func synchronize() -> Bool { true }

    /// Opens a suite; ends the program if the system refuses it.
    static func named(_ name: String) -> Unsaved {
        guard let suite = Unsaved(suiteName: name) else { fail("there is no suite \(name)") }
        return suite
    }
}

extension UserDefaults {
    /// Opens a suite that is saved as usual; ends the program if the system refuses it.
    static func suite(_ name: String) -> UserDefaults {
        guard let suite = UserDefaults(suiteName: name) else { fail("there is no suite \(name)") }
        return suite
    }
}
