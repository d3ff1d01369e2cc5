import Foundation
import SafeDefaults
import SafeDefaultsFiles
import SafeDefaultsSnapshots

// Processes that restore snapshots, and processes that take them.
//
//     filer <file> snap-restore           restores three snapshots in turn, until it is killed
//     filer <file> snap-watch <changes>   takes snapshots until it has seen so many changes; prints `whole`, or what
//                                       it saw in part

/// The first of two domains in one store.
struct Snapping: SafeDefaults {
    enum Keys: String, DefaultsKey { case a, b, c, d, e, f, g, h, i, j, k, l }
    var store: DefaultsStore
}

/// The second of two domains in one store.
struct SnappingToo: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case a, b, c, d
        static let namespace = "too"
    }
    var store: DefaultsStore
}

/// Restores and watches three snapshots.
///
/// The first has values for all keys, the second has other values for the first half of them. The third has the first
/// half of the first, and so has something in common with each of the others.
///
/// Unchecked: what changes is touched under the lock.
final class Snaps: @unchecked Sendable {
    private let store: DefaultsStore
    private let (first, second) = (Snapping.self, SnappingToo.self)
    private let lock = NSLock()
    private var parts: [String] = []

    init(_ url: URL) { store = .file(url) }

    private func form(_ number: Int) -> DefaultsSnapshot {
        let (memory, value) = (DefaultsStore.inMemory(), number == 2 ? 2 : 1)
        let (first, second) = (Snapping(store: memory), SnappingToo(store: memory))
        for key in Snapping.Keys.allCases.prefix(number == 1 ? 12 : 6) { first.set(value, forKey: key) }
        for key in SnappingToo.Keys.allCases.prefix(number == 1 ? 4 : 2) { second.set(value, forKey: key) }
        return memory.snapshot(of: [self.first, self.second])
    }

    private var forms: [DefaultsSnapshot] { (1...3).map(form) }

    /// Restores them in turn, as long as the process that started this one lives.
    func restore() throws {
        let (parent, forms) = (getppid(), forms)
        while getppid() == parent {
            // In another order each time, so that two processes restore different ones.
            for form in forms.shuffled() { try store.restore(form) }
        }
    }

    /// Takes snapshots in every way there is until it has seen so many changes.
    ///
    /// - Returns: `whole`, or what was seen in part.
    func watch(until limit: Int) -> String {
        let forms = forms
        let one = forms.map { $0.values.filter { !$0.key.hasPrefix("too/") } }
        let two = forms.map { $0.values.filter { $0.key.hasPrefix("too/") } }
        let domains = (Snapping(store: store), SnappingToo(store: store))
        let observation = domains.0.changes().observe { [self] change in
            let values = change.newValue.map { ($0.rawValue, $1) }
            check(Dictionary(values, uniquingKeysWith: { $1 }), one, "an observer")
        }
        defer { observation.cancel() }
        var (last, changes) = ([String: PropertyListValue](), -1)
        repeat {
            let values = store.snapshot(of: [first, second]).values
            check(values, forms.map(\.values), "both domains")
            check(store.snapshot(of: [first, second], values: .effective).values, forms.map(\.values), "effective")
            check(domains.0.snapshot().values, one, "the first")
            check(domains.1.snapshot().values, two, "the second")
            if values != last { changes += 1 }
            last = values
        } while changes < limit && isWhole
        return lock.withLock { parts.isEmpty ? "whole" : parts.joined(separator: "\n") }
    }

    private var isWhole: Bool { lock.withLock { parts.isEmpty } }

    private func check(_ values: [String: PropertyListValue], _ wholes: [[String: PropertyListValue]], _ way: String) {
        // Nothing was stored in the beginning.
        if values.isEmpty || wholes.contains(values) { return }
        lock.withLock { parts.append("\(way): \(values.sorted { $0.key < $1.key })") }
    }
}
