#if os(Linux)
import ChildProcesses
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

    /// This process's environment, but for what shows where a program that crashes stands: it goes on when the program
    /// is gone, has its output open, and was seen waiting for ever.
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
        let outcome = try ChildProcess.run(
            words(arguments), environment: variables, limit: TimeInterval(limit))
        return Outcome(
            output: String(decoding: outcome.output, as: UTF8.self).trimmingCharacters(in: .newlines),
            errors: String(decoding: outcome.errors, as: UTF8.self), status: outcome.status)
    }

    /// Starts the program, to be read from and killed.
    func start(_ arguments: [String]) throws -> Running {
        let (output, outputEnd) = try Descriptor.pipe()
        let (errors, errorsEnd) = try Descriptor.pipe()
        let process = try ChildProcess(
            words(arguments), environment: variables, output: outputEnd, errors: errorsEnd)
        return Running(process: process, output: Channel(output), errors: Channel(errors))
    }

    private func words(_ arguments: [String]) -> [String] { wrapper + [path] + arguments }

    private var variables: [String: String] {
        var own = ["XDG_CONFIG_HOME": preferences.path, "HOME": preferences.path]
        // A shell warns on standard error of a locale that isn't installed.
        if !wrapper.isEmpty { own["LC_ALL"] = "C" }
        return Program.environment.merging(own, uniquingKeysWith: { $1 })
    }

    /// A program that has been started.
    struct Running {
        let process: ChildProcess
        let output: Channel
        let errors: Channel

        /// Ends the program at once.
        func kill() {
            process.send(SIGKILL)
            process.waitUntilExit()
        }

        /// Waits for the end; gives what was said, and what was reported.
        func end() -> (output: String, errors: String) {
            // Both at once, so that a program that says much on one of them can't stall.
            let (channel, reported) = (errors, Shared(""))
            let reading = Background { reported.change { $0 = channel.rest() } }
            let said = output.rest().trimmingCharacters(in: .newlines)
            process.waitUntilExit()
            try? reading.wait()
            return (said, reported.value)
        }
    }

    /// What a program writes to its standard output, or its standard error.
    final class Channel: Sendable {
        let fileHandleForReading: FileHandle

        init(_ end: Descriptor) {
            // A number of its own, which is closed with the handle.
            fileHandleForReading = FileHandle(
                fileDescriptor: fcntl(end.number, F_DUPFD_CLOEXEC, 0), closeOnDealloc: true)
        }

        /// What hasn't been read yet, up to the end.
        func rest() -> String {
            String(decoding: fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
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

    /// - Parameter isInMemory: Whether a file system will do that keeps everything in memory, where there is one: for
    ///   tests that would wait for the disk again and again.
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
