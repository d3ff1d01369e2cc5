import Foundation

/// The folder of the modules of this build, and the files that are compiled against them.
enum BuiltModules {
    /// The folder with `SafeDefaults.swiftmodule`, of the same build and configuration as the running tests.
    static func folder() throws -> URL {
        var folder = runningImage.deletingLastPathComponent()
        while folder.path != "/" {
            for candidate in [folder.appendingPathComponent("Modules"), folder] {
                let module = candidate.appendingPathComponent("SafeDefaults.swiftmodule")
                if FileManager.default.fileExists(atPath: module.path) { return candidate }
            }
            folder.deleteLastPathComponent()
        }
        throw NotFound(image: runningImage.path)
    }

    #if canImport(Darwin)
    /// The executable of the test bundle, which a program of the toolchain has loaded.
    private static var runningImage: URL {
        var info = Dl_info()
        guard dladdr(#dsohandle, &info) != 0, let name = info.dli_fname else { return Bundle.main.bundleURL }
        return URL(fileURLWithPath: String(cString: name))
    }
    #else
    /// The program that runs the tests, which contains them.
    private static var runningImage: URL {
        Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    }
    #endif

    struct NotFound: Error, CustomStringConvertible {
        let image: String

        var description: String { "No folder above \(image) holds SafeDefaults.swiftmodule, with or without Modules/." }
    }
}

/// The package's folders.
enum Package {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The names of the library's modules that clients import.
    static let modules = [
        "SafeDefaults", "SafeDefaultsArchives", "SafeDefaultsCloud", "SafeDefaultsEtcd", "SafeDefaultsFiles",
        "SafeDefaultsInspection", "SafeDefaultsMigrations", "SafeDefaultsSnapshots", "SafeDefaultsUI",
    ]

    /// The names of all modules, each after those that it uses.
    static let allModules = ["SafeDefaultsBase", "SafeDefaults", "SafeDefaultsFormats"] + modules.dropFirst()

    /// The options with which the compiler finds the module of C that others use.
    static let headers = ["-I", root.appendingPathComponent("Sources/CSafeDefaults/include").path]

    static let compilerTests = root.appendingPathComponent("Tests/CompilerTests")

    /// Returns the files in a folder that have a file name extension, sorted by name.
    static func files(in folder: URL, withExtension wanted: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == wanted }.sorted { $0.path < $1.path }
    }

    /// Returns the files in a folder and its subfolders that have a file name extension, sorted by path.
    static func filesBelow(_ folder: URL, withExtension wanted: String) -> [URL] {
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
        return all.compactMap { $0 as? URL }.filter { $0.pathExtension == wanted }.sorted { $0.path < $1.path }
    }
}
