import Foundation

/// Finds the box of a `UserDefaults` object, so that two stores around one object are one store.
final class StoreRegistry: Sendable {
    static let shared = StoreRegistry()

    /// The box of the program's own defaults.
    static let standard = StoreBox(.standard, file: .standard)

    private let state = Locked(State())

    private struct State {
        /// By object; an object can't be mistaken for a dead one at its address, because its box holds it.
        var boxes: [ObjectIdentifier: WeakBox] = [:]
        /// The number of entries at which those of dead boxes are dropped.
        var crowded = 16
        /// By name, for as long as the process lives: a suite is looked up again and again.
        var suites: [String: StoreBox] = [:]

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
        if userDefaults === UserDefaults.standard { return Self.standard }
        return state.withLock { state in
            let id = ObjectIdentifier(userDefaults)
            if let box = state.boxes[id]?.box { return box }
            let box = state.suites.values.first { $0.userDefaults === userDefaults } ?? StoreBox(userDefaults)
            state.boxes[id] = WeakBox(box: box)
            state.dropDeadBoxes()
            return box
        }
    }

    /// The box of a suite, made if there is none yet.
    ///
    /// - Parameters:
    ///   - name: The suite's name.
    ///   - make: Makes the box.
    func box(forSuite name: String, make: () -> StoreBox) -> StoreBox {
        state.withLock { state in
            if let box = state.suites[name] { return box }
            let box = make()
            state.suites[name] = box
            return box
        }
    }
}
