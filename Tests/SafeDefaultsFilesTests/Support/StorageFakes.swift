#if os(Linux)
import Foundation

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// The kinds of call that a store makes.
enum StorageCall: String, CaseIterable, Sendable {
    case open, read, write, truncate, synchronize, lock, status, setMode, rename, link, unlink, makeDirectory
}

/// Stands between a store and the system, and decides of each call what becomes of it.
protocol InterposedCalls: StorageCalls {
    /// What to do instead of a call: give an error number, or nil to make the call.
    func failure(of call: StorageCall, _ name: String) -> Int32?

    /// How many bytes a write may write of so many.
    func share(of count: Int) -> Int
}

extension InterposedCalls {
    func share(of count: Int) -> Int { count }

    private func calling<Number: BinaryInteger>(
        _ call: StorageCall, _ name: String = "", _ make: () -> Number
    ) -> Number {
        guard let number = failure(of: call, name) else { return make() }
        errno = number
        return Number(exactly: -1) ?? 0
    }

    func open(_ name: String, in directory: Int32, flags: Int32, mode: mode_t) -> Int32 {
        calling(.open, name) { SystemCalls().open(name, in: directory, flags: flags, mode: mode) }
    }

    func close(_ file: Int32) { SystemCalls().close(file) }

    func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        calling(.read) { SystemCalls().read(file, into: buffer, at: offset) }
    }

    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        calling(.write) {
            SystemCalls().write(file, UnsafeRawBufferPointer(rebasing: bytes[..<share(of: bytes.count)]), at: offset)
        }
    }

    func truncate(_ file: Int32, to size: Int) -> Int32 {
        calling(.truncate) { SystemCalls().truncate(file, to: size) }
    }

    func synchronize(_ file: Int32) -> Int32 {
        calling(.synchronize) { SystemCalls().synchronize(file) }
    }

    func lock(_ file: Int32, _ operation: Int32) -> Int32 {
        calling(.lock) { SystemCalls().lock(file, operation) }
    }

    func status(of file: Int32, _ status: inout stat) -> Int32 {
        guard let number = failure(of: .status, "") else { return SystemCalls().status(of: file, &status) }
        errno = number
        return -1
    }

    func status(of name: String, in directory: Int32, _ status: inout stat) -> Int32 {
        guard let number = failure(of: .status, name) else {
            return SystemCalls().status(of: name, in: directory, &status)
        }
        errno = number
        return -1
    }

    func setMode(of file: Int32, to mode: mode_t) -> Int32 {
        calling(.setMode) { SystemCalls().setMode(of: file, to: mode) }
    }

    func rename(_ name: String, to newName: String, in directory: Int32) -> Int32 {
        calling(.rename, newName) { SystemCalls().rename(name, to: newName, in: directory) }
    }

    func exchange(_ name: String, with other: String, in directory: Int32) -> Int32 {
        calling(.rename, other) { SystemCalls().exchange(name, with: other, in: directory) }
    }

    func renameNew(_ name: String, to newName: String, in directory: Int32) -> Int32 {
        calling(.rename, newName) { SystemCalls().renameNew(name, to: newName, in: directory) }
    }

    func link(_ name: String, as newName: String, in directory: Int32) -> Int32 {
        calling(.link, newName) { SystemCalls().link(name, as: newName, in: directory) }
    }

    func unlink(_ name: String, in directory: Int32) -> Int32 {
        calling(.unlink, name) { SystemCalls().unlink(name, in: directory) }
    }

    func makeDirectory(_ path: String, mode: mode_t) -> Int32 {
        calling(.makeDirectory, path) { SystemCalls().makeDirectory(path, mode: mode) }
    }
}

/// Counts calls by kind.
final class CountingCalls: InterposedCalls {
    private let counts = Shared<[StorageCall: Int]>([:])

    func failure(of call: StorageCall, _ name: String) -> Int32? {
        counts.change { $0[call, default: 0] += 1 }
        return nil
    }

    func count(of call: StorageCall) -> Int { counts.value[call] ?? 0 }

    func reset() { counts.change { $0 = [:] } }
}

/// Fails calls as it is told to.
final class FailingCalls: InterposedCalls {
    private let rule = Shared<@Sendable (StorageCall, String) -> Int32?>({ _, _ in nil })
    private let shares = Shared(false)

    func failure(of call: StorageCall, _ name: String) -> Int32? { rule.value(call, name) }

    func share(of count: Int) -> Int { shares.value ? max(1, count / 3) : count }

    /// From now on calls fail with the number that the rule gives for them.
    func fail(_ rule: @escaping @Sendable (StorageCall, String) -> Int32?) { self.rule.change { $0 = rule } }

    /// From now on a kind of call fails with a number.
    func fail(_ call: StorageCall, with number: Int32) { fail { kind, _ in kind == call ? number : nil } }

    /// From now on no call fails.
    func recover() { fail { _, _ in nil } }

    /// From now on a write writes a third of what it is given.
    func writeShort() { shares.change { $0 = true } }
}
#endif
