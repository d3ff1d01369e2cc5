import Foundation

/// What a report was made with.
struct Machine: Codable, Sendable {
    let processor: String
    let cores: Int
    let system: String
    let fileSystem: String?
    let swift: String
    let sqlite: String?

    /// The library's commit, by git.
    let commit: String

    /// Asks the system.
    ///
    /// - Parameter directory: The folder of the measured files.
    init(of directory: URL) {
        processor = Self.processorName ?? "an unknown processor"
        cores = ProcessInfo.processInfo.activeProcessorCount
        system = Self.systemName
        fileSystem = Self.fileSystem(of: directory)
        let version = ChildProcess.output(of: "swiftc", "--version") ?? ""
        let words = version.split(whereSeparator: \.isWhitespace)
        swift = words.drop { $0 != "version" }.dropFirst().first.map(String.init) ?? "of an unknown version"
        sqlite = Database.version
        commit = Self.commit
    }

    private static var processorName: String? {
        #if canImport(Darwin)
        ChildProcess.output(of: "sysctl", "-n", "machdep.cpu.brand_string")
        #else
        let line = lines(of: "/proc/cpuinfo").first { $0.hasPrefix("model name") }
        return line?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
        #endif
    }

    private static var systemName: String {
        let line = lines(of: "/etc/os-release").first { $0.hasPrefix("PRETTY_NAME=") }
        let name = line?.dropFirst("PRETTY_NAME=".count).replacingOccurrences(of: "\"", with: "")
        return name ?? ProcessInfo.processInfo.operatingSystemVersionString
    }

    /// The kind of file system that a folder is on, where the system lists them.
    private static func fileSystem(of directory: URL) -> String? {
        let path = directory.resolvingSymlinksInPath().path
        var found: (place: String, kind: String)?
        for line in lines(of: "/proc/self/mounts") {
            let words = line.split(separator: " ").map(String.init)
            guard words.count > 2 else { continue }
            let isAround = words[1] == "/" || path == words[1] || path.hasPrefix(words[1] + "/")
            if isAround && words[1].count >= found?.place.count ?? 0 { found = (words[1], words[2]) }
        }
        return found?.kind
    }

    private static func lines(of path: String) -> [Substring] {
        (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n") ?? []
    }

    private static var commit: String {
        let root = Package.root
        guard let commit = ChildProcess.output(of: "git", "rev-parse", "--short=7", "HEAD", in: root) else {
            return "unknown"
        }
        // The report's own files change with it.
        let changes = ChildProcess.output(
            of: "git", "status", "--porcelain", "--", "Sources", "Package.swift", in: root)
        return changes == "" ? commit : "\(commit) with changes"
    }
}

/// Where this package's sources are.
enum Package {
    /// The folder of the repository.
    static var root: URL {
        var url = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { url.deleteLastPathComponent() }
        return url
    }
}
