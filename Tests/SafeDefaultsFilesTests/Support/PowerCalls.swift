#if os(Linux)
import Foundation

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// Records what a store asks the system to do, as far as a loss of power cares, and makes the states that one could
/// leave.
final class PowerCalls: StorageCalls {
    /// What the disk has, and what it has been told since.
    struct Disk {
        struct File {
            var durable: [UInt8] = []
            var pending: [Write] = []
        }

        enum Write {
            case bytes([UInt8], at: Int)
            case size(Int)
        }

        enum NameChange {
            case set(String, Int)
            case remove(String)
            case exchange(String, Int, String, Int)
        }

        var files: [Int: File] = [:]
        var names: [String: Int] = [:]
        var pendingNames: [NameChange] = []
        var open: [Int32: Int] = [:]
        var current: [String: Int] = [:]
        var last = 0
        var calls = 0
        var syncs = 0
    }

    private let disk = Shared(Disk())
    private let frozen = Shared<Disk?>(nil)
    private let freezeAt: Int
    private let failures: Set<Int>

    /// - Parameters:
    ///   - freezeAt: The number of the call before which the power fails.
    ///   - failures: The numbers of the syncs that fail: of what a file had to write the disk then has a part, and
    ///     never gets the rest, though the next sync succeeds.
    init(freezeAt: Int = .max, failures: Set<Int> = []) {
        self.freezeAt = freezeAt
        self.failures = failures
    }

    /// What the disk had when the power failed, if it did.
    var image: Disk? { frozen.value }

    private func record(_ change: (inout Disk) -> Void) {
        disk.change { disk in
            disk.calls += 1
            if disk.calls == freezeAt { frozen.change { $0 = disk } }
            change(&disk)
        }
    }

    func open(_ name: String, in directory: Int32, flags: Int32, mode: mode_t) -> Int32 {
        let file = SystemCalls().open(name, in: directory, flags: flags, mode: mode)
        guard file >= 0, !name.hasPrefix("/") else { return file }
        record { disk in
            if disk.current[name] == nil {
                disk.last += 1
                disk.files[disk.last] = Disk.File()
                disk.current[name] = disk.last
                disk.pendingNames.append(.set(name, disk.last))
            }
            disk.open[file] = disk.current[name]
        }
        return file
    }

    func close(_ file: Int32) {
        disk.change { $0.open[file] = nil }
        SystemCalls().close(file)
    }

    func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        SystemCalls().read(file, into: buffer, at: offset)
    }

    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        record { disk in
            if let identity = disk.open[file] { disk.files[identity]?.pending.append(.bytes(Array(bytes), at: offset)) }
        }
        return SystemCalls().write(file, bytes, at: offset)
    }

    func truncate(_ file: Int32, to size: Int) -> Int32 {
        record { disk in
            if let identity = disk.open[file] { disk.files[identity]?.pending.append(.size(size)) }
        }
        return SystemCalls().truncate(file, to: size)
    }

    func synchronize(_ file: Int32) -> Int32 {
        var hasFailed = false
        record { disk in
            disk.syncs += 1
            if failures.contains(disk.syncs) {
                hasFailed = true
                if let identity = disk.open[file] { disk.files[identity]?.loseHalf() }
                return
            }
            guard let identity = disk.open[file] else {
                // The directory.
                for change in disk.pendingNames { change.apply(to: &disk.names) }
                disk.pendingNames = []
                return
            }
            disk.files[identity]?.settle()
        }
        guard hasFailed else { return SystemCalls().synchronize(file) }
        errno = EIO
        return -1
    }

    func lock(_ file: Int32, _ operation: Int32) -> Int32 { SystemCalls().lock(file, operation) }

    func status(of file: Int32, _ status: inout stat) -> Int32 { SystemCalls().status(of: file, &status) }

    func status(of name: String, in directory: Int32, _ status: inout stat) -> Int32 {
        SystemCalls().status(of: name, in: directory, &status)
    }

    func setMode(of file: Int32, to mode: mode_t) -> Int32 { SystemCalls().setMode(of: file, to: mode) }

    func rename(_ name: String, to newName: String, in directory: Int32) -> Int32 {
        record { disk in
            guard let identity = disk.current.removeValue(forKey: name) else { return }
            disk.current[newName] = identity
            disk.pendingNames.append(.set(newName, identity))
            disk.pendingNames.append(.remove(name))
        }
        return SystemCalls().rename(name, to: newName, in: directory)
    }

    func exchange(_ name: String, with other: String, in directory: Int32) -> Int32 {
        record { disk in
            guard let one = disk.current[name], let two = disk.current[other] else { return }
            (disk.current[name], disk.current[other]) = (two, one)
            disk.pendingNames.append(.exchange(name, two, other, one))
        }
        return SystemCalls().exchange(name, with: other, in: directory)
    }

    func renameNew(_ name: String, to newName: String, in directory: Int32) -> Int32 {
        record { disk in
            guard disk.current[newName] == nil, let identity = disk.current.removeValue(forKey: name) else { return }
            disk.current[newName] = identity
            disk.pendingNames.append(.set(newName, identity))
            disk.pendingNames.append(.remove(name))
        }
        return SystemCalls().renameNew(name, to: newName, in: directory)
    }

    func link(_ name: String, as newName: String, in directory: Int32) -> Int32 {
        record { disk in
            guard let identity = disk.current[name] else { return }
            disk.current[newName] = identity
            disk.pendingNames.append(.set(newName, identity))
        }
        return SystemCalls().link(name, as: newName, in: directory)
    }

    func unlink(_ name: String, in directory: Int32) -> Int32 {
        record { disk in
            guard disk.current.removeValue(forKey: name) != nil else { return }
            disk.pendingNames.append(.remove(name))
        }
        return SystemCalls().unlink(name, in: directory)
    }

    func makeDirectory(_ path: String, mode: mode_t) -> Int32 { SystemCalls().makeDirectory(path, mode: mode) }
}

extension PowerCalls.Disk.NameChange {
    fileprivate func apply(to names: inout [String: Int]) {
        switch self {
        case .set(let name, let identity): names[name] = identity
        case .remove(let name): names[name] = nil
        case .exchange(let one, let first, let two, let second): (names[one], names[two]) = (first, second)
        }
    }
}

extension PowerCalls.Disk.File {
    /// Makes every second write, the last one left out; the others are lost.
    fileprivate mutating func loseHalf() {
        pending = pending.reversed().enumerated().filter { $0.offset % 2 == 1 }.map(\.element).reversed()
        settle()
    }

    /// Makes the writes.
    fileprivate mutating func settle() {
        for write in pending {
            switch write {
            case .size(let size):
                durable = Array(durable.prefix(size)) + [UInt8](repeating: 0, count: max(0, size - durable.count))
            case .bytes(let bytes, let offset):
                let end = offset + bytes.count
                if durable.count < end { durable += [UInt8](repeating: 0, count: end - durable.count) }
                durable.replaceSubrange(offset..<end, with: bytes)
            }
        }
        pending = []
    }
}

extension PowerCalls.Disk {
    /// Writes a state that the loss of power could leave into a directory: of what wasn't synchronized any part, in
    /// which each write may be there, or not, or its first bytes only.
    func leave(in directory: TemporaryDirectory, using random: inout RandomSource) throws {
        let changes = pendingNames.filter { _ in Bool.random(using: &random) }
        try leave(in: directory, changes) { write in
            guard Bool.random(using: &random) else { return nil }
            if case .bytes(let bytes, let offset) = write, Int.random(in: 0..<4, using: &random) == 0 {
                return .bytes(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))), at: offset)
            }
            return write
        }
    }

    /// Writes a state that the loss of power could leave into a directory.
    ///
    /// - Parameters:
    ///   - selection: A bit for each change of a name that wasn't synchronized: whether it is there.
    ///   - hasWrites: Whether what was written to files and not synchronized is there.
    func leave(in directory: TemporaryDirectory, _ selection: Int, hasWrites: Bool) throws {
        let changes = pendingNames.enumerated().filter { selection >> $0.offset & 1 == 1 }.map(\.element)
        try leave(in: directory, changes) { hasWrites ? $0 : nil }
    }

    private func leave(
        in directory: TemporaryDirectory, _ changes: [NameChange], _ kept: (Write) -> Write?
    ) throws {
        var names = names
        for change in changes { change.apply(to: &names) }
        for (name, identity) in names {
            guard var file = files[identity] else { continue }
            file.pending = file.pending.compactMap(kept)
            file.settle()
            try Data(file.durable).write(to: directory.file(name))
        }
    }
}
#endif
