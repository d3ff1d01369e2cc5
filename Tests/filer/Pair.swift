import Foundation
import SafeDefaults
import SafeDefaultsFiles

/// Two settings that are only ever changed together, to the same number.
struct Pair: SafeDefaults {
    enum Keys: String, DefaultsKey { case left, right, end }

    struct Settings {
        let left = Setting(.left, default: 0)
        let right = Setting(.right, default: 0)
        let end = Setting(.end, default: false)
    }
    static let settings = Settings()
    var store: DefaultsStore

    /// Counts both up, as one change.
    func countUp() {
        edit { draft in
            let next = draft.left + 1
            draft.left = next
            draft.right = next
        }
    }
}

/// Looks at a pair in every way there is, until somebody says that it is the end, and counts what it sees.
///
/// Unchecked: what changes is touched under the lock.
final class PairWatcher: @unchecked Sendable {
    private let pair: Pair
    private let lock = NSLock()
    private var halves: [String: Int] = [:]
    private var seen = 0
    private var isAtEnd = false

    init(_ url: URL) { pair = Pair(store: .file(url)) }

    private func note(_ way: String, _ left: Int?, _ right: Int?) {
        lock.lock()
        defer { lock.unlock() }
        seen += 1
        if left != right { halves[way, default: 0] += 1 }
    }

    private func goesOn() -> Bool {
        lock.lock()
        defer { lock.unlock() }
        return !isAtEnd
    }

    private func finish() -> String {
        lock.lock()
        defer { lock.unlock() }
        isAtEnd = true
        return halves.isEmpty ? "whole \(seen)" : "halves \(halves)"
    }

    /// Gives `whole` and how often it has looked, or how often it saw half a change in which way.
    func run() async -> String {
        let observations = [
            pair.changes(of: \.left, \.right).observe { [self] change in
                note("observe, new", change.newValue.0, change.newValue.1)
                note("observe, old", change.oldValue.0, change.oldValue.1)
            },
            pair.changes().observe { [self] change in
                note("observe, domain", number(change.newValue[.left]), number(change.newValue[.right]))
            },
        ]
        let readers = Task.detached { [self] in DispatchQueue.concurrentPerform(iterations: 2, execute: read) }
        for await (left, right, isEnd) in pair.values(of: \.left, \.right, \.end) {
            note("values", left, right)
            if isEnd { break }
        }
        let result = finish()
        await readers.value
        for observation in observations { observation.cancel() }
        return result
    }

    private func read(_ thread: Int) {
        let defaults = pair.store.userDefaults
        while goesOn() {
            if thread == 0 {
                let stored = pair.dictionaryRepresentation
                note("domain", number(stored["left"]), number(stored["right"]))
            } else {
                let all = defaults.dictionaryRepresentation()
                note("everything", all["left"] as? Int, all["right"] as? Int)
            }
            // Those who count need the processors too.
            usleep(200)
        }
    }

    private func number(_ value: PropertyListValue?) -> Int? {
        if case .integer(let number)? = value { Int(number) } else { nil }
    }
}
