import Foundation

/// Folders of this run's own: one for temporary files, and one for the preferences.
///
/// Foundation reads the environment when it starts. So the program starts itself again with an environment in which
/// preferences are in a temporary folder, and removes that folder when the second process has ended, however it ended.
/// On Apple systems preferences can't be moved; there the programs use suites of their own, and remove them.
enum Sandbox {
    private static let variable = "SAFE_DEFAULTS_BENCHMARKS"

    /// The folder for temporary files; nil in a process that was started without one.
    static var directory: URL? {
        ProcessInfo.processInfo.environment[variable].map { URL(fileURLWithPath: $0, isDirectory: true) }
    }

    /// Starts this program again with folders of its own; returns its exit status.
    static func run() throws -> Int32 {
        let name = "SafeDefaults-benchmarks-\(getpid())"
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(name, isDirectory: true)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { remove(directory) }
        setenv(variable, directory.path, 1)
        setenv("XDG_CONFIG_HOME", directory.appendingPathComponent("preferences").path, 1)
        let child = try ChildProcess(programPath, CommandLine.arguments.dropFirst().map { $0 })
        // What Control-C sends ends the second process; this one goes on, to remove the folder.
        signal(SIGINT, SIG_IGN)
        signal(SIGTERM, SIG_IGN)
        return child.wait()
    }

    /// Removes the folder, again if a process that is just ending writes into it meanwhile.
    private static func remove(_ directory: URL) {
        for _ in 0..<20 where FileManager.default.fileExists(atPath: directory.path) {
            try? FileManager.default.removeItem(at: directory)
            usleep(50_000)
        }
    }

    /// The path of this program.
    static var programPath: String { Bundle.main.executablePath ?? CommandLine.arguments[0] }
}
