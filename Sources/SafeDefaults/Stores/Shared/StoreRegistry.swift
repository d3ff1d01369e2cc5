import Foundation

/// Finds the box of a `UserDefaults` object, so that two stores around one object are one store.
///
/// An object of this library's own holds its hub, so all boxes around it are one store, and it needs no entry here.
final class StoreRegistry: Sendable {
    static let shared = StoreRegistry()

    /// The box of the program's own defaults.
    static let standard = {
        FirstUse.prepare(.standard)
        return StoreBox(.standard, file: .standard)
    }()

    private let state = Locked(State())

    private struct State {
        /// By object; an entry's box retains its object, so no newer object has the same address.
        var boxes: [ObjectIdentifier: WeakBox] = [:]
        /// The number of entries at which those of released boxes are dropped.
        var crowded = 16
        /// By path, for as long as some box retains the object.
        var files: [String: WeakReference<SharedDefaults<PropertyListDefaults>>] = [:]
        /// By name, until the process ends, because a suite is looked up again and again.
        var suites: [String: StoreBox] = [:]
        /// By refused name, so that a value that was written through one store is read through the next.
        var standIns: [String: StoreBox] = [:]

        func box(for userDefaults: UserDefaults) -> StoreBox? {
            boxes[ObjectIdentifier(userDefaults)]?.box ?? suites.values.first { $0.userDefaults === userDefaults }
        }

        mutating func dropDeadBoxes() {
            guard boxes.count >= crowded else { return }
            boxes = boxes.filter { $0.value.box != nil }
            crowded = max(16, 2 * boxes.count)
        }
    }

    private struct WeakBox {
        weak var box: StoreBox?
    }

    /// Returns the box of an object, a new one if there is none yet.
    func box(for userDefaults: UserDefaults) -> StoreBox {
        if userDefaults is PropertyListDefaults { return StoreBox(userDefaults) }
        if userDefaults === UserDefaults.standard { return Self.standard }
        if let box = state.withLock({ $0.box(for: userDefaults) }) { return box }
        FirstUse.prepare(userDefaults)
        return state.withLock { state in
            // Another thread may have been quicker.
            if let box = state.box(for: userDefaults) { return box }
            let box = StoreBox(userDefaults)
            state.boxes[ObjectIdentifier(userDefaults)] = WeakBox(box: box)
            state.dropDeadBoxes()
            return box
        }
    }

    /// Returns a box of a file, around the same object as other boxes of its path.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - make: Makes the object over it; dropped if another thread was quicker.
    func box(forFile path: String, make: () -> PropertyListDefaults) -> StoreBox {
        if let owner = state.withLock({ $0.files[path]?.shared }) { return StoreBox(owner.object.object) }
        let made = Owner(SharedDefaults(make()))
        made.object.object.owner.withLock { $0 = WeakReference(made) }
        return state.withLock { state in
            if let owner = state.files[path]?.shared { return StoreBox(owner.object.object) }
            state.files = state.files.filter { $0.value.object != nil }
            state.files[path] = WeakReference(made)
            return StoreBox(made.object.object)
        }
    }

    /// Returns the box of a store in memory in place of a file whose name was refused, a new one if there is none yet.
    func box(inPlaceOfFile name: String, make: () -> StoreBox) -> StoreBox {
        state.withLock { state in
            if let box = state.standIns[name] { return box }
            let made = make()
            state.standIns[name] = made
            return made
        }
    }

    /// Returns the box of a suite, a new one if there is none yet.
    ///
    /// - Parameters:
    ///   - name: The suite's name.
    ///   - make: Makes the box; dropped if another thread was quicker.
    func box(forSuite name: String, make: () -> StoreBox) -> StoreBox {
        if let box = state.withLock({ $0.suites[name] }) { return box }
        let made = make()
        FirstUse.prepare(made.userDefaults)
        return state.withLock { state in
            if let box = state.suites[name] { return box }
            state.suites[name] = made
            return made
        }
    }
}
