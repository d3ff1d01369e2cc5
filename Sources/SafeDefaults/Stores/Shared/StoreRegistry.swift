import Foundation

/// Finds the box of a `UserDefaults` object, so that two stores over one object are equal and share a hub.
///
/// An object of this library's own retains its hub, so all boxes around it share the hub, and it needs no entry here.
package final class StoreRegistry: Sendable {
    package static let shared = StoreRegistry()

    private let state = Locked(State())

    private struct State {
        /// The boxes of other objects than suites.
        var boxes: [WeakBox] = []
        /// The objects by file path.
        ///
        /// An entry lasts as long as a box retains its object.
        var files: [String: WeakReference<SharedDefaults<PropertyListDefaults>>] = [:]
        /// The boxes of suites by name, and of the stores in memory that replace refused files.
        ///
        /// They are kept until the process ends, because suites are looked up again and again, and so that a value
        /// written through one store can be read through the next.
        var suites: [String: StoreBox] = [:]

        func box(for userDefaults: UserDefaults) -> StoreBox? {
            let object = ObjectIdentifier(userDefaults)
            return boxes.first { $0.object == object && $0.box != nil }?.box
                ?? suites.values.first { $0.userDefaults === userDefaults }
        }
    }

    private struct WeakBox {
        /// The box's object.
        ///
        /// A box retains it, so while the box exists, no newer object can have the same address. Other boxes needn't be
        /// retained to find one: they might be released here, under the lock, with all that they hold.
        let object: ObjectIdentifier

        weak var box: StoreBox?
    }

    /// Returns the box of an object.
    ///
    /// Creates it if there is none yet.
    func box(for userDefaults: UserDefaults) -> StoreBox {
        if userDefaults is PropertyListDefaults { return StoreBox(userDefaults) }
        if userDefaults === UserDefaults.standard { return .standard }
        if let box = state.withLock({ $0.box(for: userDefaults) }) { return box }
        FirstUse.prepare(userDefaults)
        return state.withLock { state in
            // Another thread may have created the box meanwhile.
            if let box = state.box(for: userDefaults) { return box }
            let box = StoreBox(userDefaults)
            state.boxes.removeAll { $0.box == nil }
            state.boxes.append(WeakBox(object: ObjectIdentifier(userDefaults), box: box))
            return box
        }
    }

    /// Returns a box for a file.
    ///
    /// Boxes for the same path are around the same object.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - make: Makes the object over the file. It is dropped if another thread was quicker.
    package func box(forFile path: String, make: () -> PropertyListDefaults) -> StoreBox {
        if let owner = state.withLock({ $0.files[path]?.shared }) { return StoreBox(owner.object.object) }
        let made = Owner(SharedDefaults(make()))
        made.object.object.owner.withLock { $0 = WeakReference(made) }
        return state.withLock { state in
            if let owner = state.files[path]?.shared { return StoreBox(owner.object.object) }
            state.files = state.files.entries { $1.object != nil }
            state.files[path] = WeakReference(made)
            return StoreBox(made.object.object)
        }
    }

    /// Returns whether a box is that of a suite.
    func isBox(_ box: StoreBox, ofSuite name: String) -> Bool { state.withLock { $0.suites[name] === box } }

    /// Returns the box of a suite, or of the store in memory that replaces a refused suite or file.
    ///
    /// Creates it if there is none yet.
    ///
    /// - Parameters:
    ///   - name: The suite's name; for a refused file, one that no suite can have.
    ///   - make: Makes the box. It is dropped if another thread was quicker.
    package func box(forSuite name: String, make: () -> StoreBox) -> StoreBox {
        if let box = state.withLock({ $0.suites[name] }) { return box }
        let made = make()
        made.prepare()
        return state.withLock { state in
            if let box = state.suites[name] { return box }
            state.suites[name] = made
            return made
        }
    }
}
