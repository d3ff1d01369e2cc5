import Foundation

/// Finds the box of a `UserDefaults` object, so that two stores around one object are one store.
///
/// An object of ours has its hub itself, so any number of boxes around it are one store; it needs no entry here.
final class StoreRegistry: Sendable {
    static let shared = StoreRegistry()

    /// The box of the program's own defaults.
    static let standard = {
        FirstUse.make(of: .standard)
        return StoreBox(.standard, file: .standard)
    }()

    private let state = Locked(State())

    private struct State {
        /// By object; an object can't be mistaken for a dead one at its address, because its box holds it.
        var boxes: [ObjectIdentifier: WeakBox] = [:]
        /// The number of entries at which those of dead boxes are dropped.
        var crowded = 16
        /// By path, for as long as some box has the object.
        var files: [String: WeakReference<FileDefaults>] = [:]
        /// By name, for as long as the process lives: a suite is looked up again and again.
        var suites: [String: StoreBox] = [:]
        /// By refused name, so that what is written through one store is read through the next.
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

    /// The box of an object, made if there is none yet.
    func box(for userDefaults: UserDefaults) -> StoreBox {
        if userDefaults is any PropertyListStore { return StoreBox(userDefaults) }
        if userDefaults === UserDefaults.standard { return Self.standard }
        if let box = state.withLock({ $0.box(for: userDefaults) }) { return box }
        FirstUse.make(of: userDefaults)
        return state.withLock { state in
            // Another thread may have been quicker.
            if let box = state.box(for: userDefaults) { return box }
            let box = StoreBox(userDefaults)
            state.boxes[ObjectIdentifier(userDefaults)] = WeakBox(box: box)
            state.dropDeadBoxes()
            return box
        }
    }

    /// A box of a file, around the same object as others of that path.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - make: Makes the object over it; what it makes is dropped if another thread was quicker.
    func box(forFile path: String, make: () -> FileDefaults) -> StoreBox {
        if let owner = state.withLock({ $0.files[path]?.shared }) { return StoreBox(owner.object) }
        let made = Owner(make())
        made.object.owner.withLock { $0 = WeakReference(made) }
        return state.withLock { state in
            if let owner = state.files[path]?.shared { return StoreBox(owner.object) }
            state.files = state.files.filter { $0.value.object != nil }
            state.files[path] = WeakReference(made)
            return StoreBox(made.object)
        }
    }

    /// The box of a store in memory that stands in for a file by a name that was refused, made if there is none yet.
    func box(inPlaceOfFile name: String, make: () -> StoreBox) -> StoreBox {
        state.withLock { state in
            if let box = state.standIns[name] { return box }
            let made = make()
            state.standIns[name] = made
            return made
        }
    }

    /// The box of a suite, made if there is none yet.
    ///
    /// - Parameters:
    ///   - name: The suite's name.
    ///   - make: Makes the box; what it makes is dropped if another thread was quicker.
    func box(forSuite name: String, make: () -> StoreBox) -> StoreBox {
        if let box = state.withLock({ $0.suites[name] }) { return box }
        let made = make()
        FirstUse.make(of: made.userDefaults)
        return state.withLock { state in
            if let box = state.suites[name] { return box }
            state.suites[name] = made
            return made
        }
    }
}
