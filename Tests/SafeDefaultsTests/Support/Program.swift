#if os(Linux)
import Foundation
import Testing

/// A program of this package, run as a second process with preferences of its own.
struct Program {
    let name: String
    let preferences: TemporaryDirectory

    /// Programs and arguments that come before the program's own, such as a shell that sets limits.
    var wrapper: [String] = []

    /// How many seconds it may take.
    var limit = 60

    /// This process's environment, but for what shows where a program that crashes stands: it goes on when the program is
    /// gone, has its output open, and was seen waiting for ever.
    static let environment = ProcessInfo.processInfo.environment.merging(
        ["SWIFT_BACKTRACE": "enable=no"], uniquingKeysWith: { $1 })

    struct Outcome {
        let output: String
        let errors: String
        let status: Int32
    }

    init(_ name: String, preferences: TemporaryDirectory = TemporaryDirectory()) {
        self.name = name
        self.preferences = preferences
    }

    /// Where the program is: beside the bundle of the tests.
    var path: String {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent(name).path
    }

    /// Runs the program to its end, a minute at most, if nothing else is said.
    @discardableResult
    func run(_ arguments: String...) throws -> Outcome {
        try run(arguments)
    }

    /// Runs the program to its end, a minute at most, if nothing else is said.
    @discardableResult
    func run(_ arguments: [String]) throws -> Outcome {
        let process = try start(arguments, limit: ["timeout", "-s", "KILL", "\(limit)"])
        let errors = process.errors
        let reader = Thread { errors.read() }
        reader.start()
        let output = process.output.fileHandleForReading.readDataToEndOfFile()
        process.process.waitUntilExit()
        return Outcome(
            output: String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines),
            errors: String(decoding: errors.wait(), as: UTF8.self), status: process.process.terminationStatus)
    }

    /// Starts the program, to be read from and killed.
    func start(_ arguments: [String], limit: [String] = []) throws -> Running {
        let running = Running()
        let words = limit + wrapper + [path] + arguments
        running.process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        running.process.arguments = words
        running.process.environment = Program.environment.merging(
            ["XDG_CONFIG_HOME": preferences.path, "HOME": preferences.path], uniquingKeysWith: { $1 })
        running.process.standardOutput = running.output
        running.process.standardError = running.errors.pipe
        running.process.standardInput = FileHandle.nullDevice
        try running.process.run()
        return running
    }

    final class Running {
        let process = Process()
        let output = Pipe()
        let errors = BackgroundReader()

        /// Ends the program at once.
        ///
        /// No milder signal would do: the child inherits the mask of a worker thread, which blocks them.
        func kill() {
            _ = Foundation.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    /// Reads a pipe on another thread, so that a program that says much on one channel can't stall.
    final class BackgroundReader: @unchecked Sendable {
        let pipe = Pipe()
        private var data = Data()
        private let isDone = DispatchSemaphore(value: 0)

        func read() {
            data = pipe.fileHandleForReading.readDataToEndOfFile()
            isDone.signal()
        }

        func wait() -> Data {
            isDone.wait()
            return data
        }
    }
}

/// Reads lines as they come.
struct LineReader {
    private let file: FileHandle
    private var rest: [Substring] = []
    private var part = ""

    init(_ file: FileHandle) { self.file = file }

    /// The next line; nil at the end.
    mutating func next() -> String? {
        while rest.isEmpty {
            let data = file.availableData
            if data.isEmpty { return nil }
            rest = (part + String(decoding: data, as: UTF8.self)).split(
                separator: "\n", omittingEmptySubsequences: false)
            part = String(rest.removeLast())
        }
        return String(rest.removeFirst())
    }
}

/// A directory that is gone with this object.
final class TemporaryDirectory: Sendable {
    let path: String

    /// - Parameter isInMemory: Whether a file system will do that keeps everything in memory, where there is one: for tests
    ///   that would wait for the disk again and again.
    init(isInMemory: Bool = false) {
        let memory = URL(fileURLWithPath: "/dev/shm", isDirectory: true)
        let parent = isInMemory && access(memory.path, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory
        path = parent.appendingPathComponent("SafeDefaults-\(UUID().uuidString)").path
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o777])
        chmod(path, 0o777)
    }

    func file(_ name: String) -> URL { URL(fileURLWithPath: path).appendingPathComponent(name) }

    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
#endif
