import Foundation

/// The files of this package, for tests of what is no code.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The text of a file, by its path from the root.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The files below a folder that have an extension, by their paths from the root.
    static func files(below folder: String, extension pathExtension: String) -> [String] {
        let all = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
        return (all?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".\(pathExtension)") }
            .map { "\(folder)/\($0)" }.sorted()
    }
}
