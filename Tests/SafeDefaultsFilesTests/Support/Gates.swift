#if os(Linux)
import Foundation

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// Makes a store wait at one of its calls until the test lets it go on.
final class GatedCalls: InterposedCalls {
    private struct State {
        var isCounting = false
        var calls = 0
        var isReached = false
        var isOpen = false
    }

    private let state = Shared(State())
    private let kind: StorageCall
    private let number: Int

    /// - Parameters:
    ///   - kind: The kind of call.
    ///   - number: Which one of these waits; the first is 1.
    init(_ kind: StorageCall, _ number: Int) {
        self.kind = kind
        self.number = number
    }

    /// Begins to count.
    func arm() { state.change { $0.isCounting = true } }

    /// Whether the call has been reached.
    var isReached: Bool { state.value.isReached }

    /// Waits until the call has been reached; false if what makes it ends before that.
    func wait(for work: Background) -> Bool {
        while work.isRunning && !isReached { usleep(100) }
        return isReached
    }

    func failure(of call: StorageCall, _ name: String) -> Int32? {
        guard call == kind else { return nil }
        let isTheOne = state.change { state in
            guard state.isCounting else { return false }
            state.calls += 1
            guard state.calls == number else { return false }
            state.isReached = true
            return true
        }
        // The call is made by a thread that nobody else needs.
        if isTheOne { while !state.value.isOpen { usleep(200) } }
        return nil
    }

    /// Lets the store go on.
    func open() { state.change { $0.isOpen = true } }
}

/// Counts what is opened, by name, and the bytes that are read.
final class ReadingCalls: InterposedCalls {
    private let names = Shared<[String]>([])
    private let bytes = Shared(0)

    /// The names that were opened, in order.
    var opened: [String] { names.value }

    /// How many bytes were asked for.
    var bytesRead: Int { bytes.value }

    func failure(of call: StorageCall, _ name: String) -> Int32? {
        if call == .open { names.change { $0.append(name) } }
        return nil
    }

    func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        bytes.change { $0 += buffer.count }
        return SystemCalls().read(file, into: buffer, at: offset)
    }

    func reset() {
        names.change { $0 = [] }
        bytes.change { $0 = 0 }
    }
}
#endif
