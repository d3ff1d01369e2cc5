import Foundation

/// The second process: the program `helper`, which lies beside the test bundle.
enum HelperProcess {
    struct Outcome {
        let status: Int32
        let lines: [String]
        let standardError: String
    }

    /// Runs the helper to its end.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments.
    ///   - preferences: Where it keeps the files of its `UserDefaults`.
    static func run(_ arguments: [String], preferences: URL = PreferencesDirectory.ofThisProcess) throws -> Outcome {
        let process = Process()
        process.executableURL = program("helper")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["XDG_CONFIG_HOME": preferences.path], uniquingKeysWith: { $1 })
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // What a test's helper writes to standard error fits a pipe's buffer, so the one can be read after the other.
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaints = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, lines: text.split(separator: "\n").map(String.init),
            standardError: complaints)
    }

    /// A program of this package, built into the directory that the test bundle is in.
    static func program(_ name: String) -> URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        let start = bundle.bundleURL.hasDirectoryPath ? bundle.bundleURL : bundle.bundleURL.deletingLastPathComponent()
        return [start, start.deletingLastPathComponent()].map { $0.appendingPathComponent(name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? start.appendingPathComponent(name)
    }
}
