import ChildProcesses
import Foundation

/// The result of a run of the compiler.
struct Compilation: Sendable {
    let arguments: [String]
    let succeeded: Bool

    /// What it printed to standard output and standard error.
    let output: String

    /// The command, which can be pasted into a terminal, and its output.
    var report: String { "swiftc \(arguments.joined(separator: " "))\n\(output)" }
}

/// The result of comparing the compiler's sentences with the expected ones.
struct Verification: Sendable {
    /// The sentences that weren't expected, and the expected ones that are missing, with their lines.
    ///
    /// Notes aren't compared, because they contain positions, or offer fixes.
    let complaints: [String]

    init(_ compilation: Compilation) {
        let errors = compilation.output.split(separator: "\n").map(String.init).filter { $0.contains("error: ") }
        // The compiler gives some errors a second time, without a location, so that no line can expect them.
        let complaints = errors.filter {
            !$0.contains("error: unexpected note produced: ")
                && !($0.hasPrefix("<unknown>:0: ") && $0.contains(" produced"))
        }
        let failedOtherwise = !compilation.succeeded && errors.isEmpty
        self.complaints = failedOtherwise ? [compilation.report] : complaints
    }
}

/// The Swift compiler, run on files of source against the modules of this build.
enum Compiler {
    /// How long the compiler may take on a busy machine; if it takes longer, it hangs.
    static let hanging: TimeInterval = 600

    /// Checks files as one module, without output.
    ///
    /// It checks types, and then data flow, such as the sending of values.
    ///
    /// - Parameter modules: The options by which the modules are found; nil for those of this build.
    /// - Throws: An error if the compiler can't be started, or takes longer than the limit.
    static func check(
        _ files: [URL], options: [String], modules: [String]? = nil, limit: TimeInterval = hanging
    ) async throws -> Compilation {
        let arguments = ["-emit-sil", "-o", "/dev/null"] + (try wholeModule(modules)) + options
        return try await run(arguments + files.map(\.path), limit: limit)
    }

    /// Compares the compiler's sentences about some files with the `expected-error` comments in them.
    ///
    /// - Throws: An error if the compiler can't be started, or takes longer than the limit.
    static func verify(
        _ files: [URL], options: [String], modules: [String]? = nil, limit: TimeInterval = hanging
    ) async throws -> Verification {
        let arguments = ["-typecheck", "-Xfrontend", "-verify"] + (try wholeModule(modules)) + options
        return Verification(try await run(arguments + files.map(\.path), limit: limit))
    }

    private static func wholeModule(_ modules: [String]?) throws -> [String] {
        let found = try modules ?? ["-I", BuiltModules.folder().path]
        return ["-whole-module-optimization", "-module-name", "Checked"] + found
    }

    /// Runs the compiler when its turn has come, without blocking a thread of the tests.
    static func run(_ arguments: [String], limit: TimeInterval) async throws -> Compilation {
        try await turns.take { try await start(arguments + Package.headers, limit: limit) }
    }

    private static let turns = Turns(atATime: ProcessInfo.processInfo.activeProcessorCount)

    private static func start(_ arguments: [String], limit: TimeInterval) async throws -> Compilation {
        let printed = FileManager.default.temporaryDirectory.appendingPathComponent("swiftc-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: printed) }
        // A file instead of a pipe, because nobody has to wait for a file's end.
        let file = try Descriptor(path: printed.path, O_WRONLY | O_CREAT | O_EXCL)
        #if canImport(Darwin)
        let words = ["/usr/bin/xcrun", "swiftc"] + arguments
        #else
        let words = ["swiftc"] + arguments
        #endif
        let process = try ChildProcess(words, output: file, errors: file)
        let alarm = Alarm(after: limit) { process.stop() }
        alarm.set()
        await process.ended()
        let rang = alarm.cancel()

        let output = String(decoding: try Data(contentsOf: printed), as: UTF8.self)
        if rang { throw Failure.tookTooLong(limit, output: output) }
        return Compilation(arguments: arguments, succeeded: process.terminationStatus == 0, output: output)
    }

    enum Failure: Error, CustomStringConvertible {
        case tookTooLong(TimeInterval, output: String)

        var description: String {
            switch self {
            case .tookTooLong(let limit, let output): "The compiler took more than \(limit) seconds. \(output)"
            }
        }
    }
}

/// An action that runs after a time, unless it is cancelled.
private final class Alarm: Sendable {
    private let limit: TimeInterval
    private let action: @Sendable () -> Void
    private let lock = NSLock()
    private nonisolated(unsafe) var isOver = false
    private nonisolated(unsafe) var rang = false

    init(after limit: TimeInterval, _ action: @escaping @Sendable () -> Void) {
        self.limit = limit
        self.action = action
    }

    func set() {
        DispatchQueue.global().asyncAfter(deadline: .now() + limit) { [weak self] in self?.ring() }
    }

    /// Cancels the alarm, and returns whether it has gone off.
    func cancel() -> Bool {
        lock.withLock {
            isOver = true
            return rang
        }
    }

    private func ring() {
        let shallRing = lock.withLock {
            guard !isOver else { return false }
            rang = true
            return true
        }
        if shallRing { action() }
    }
}
