import Foundation

/// The library's module for Apple systems, and the modules that it needs there.
enum AppleModules {
    /// Checks snippets for Apple systems, as modules of some files each.
    static func check(_ modules: [[URL]], options: [String]) async throws -> [Compilation] {
        var compilations: [Compilation] = []
        #if canImport(Darwin)
        for files in modules { compilations.append(try await Compiler.check(files, options: options)) }
        #else
        try await withFolder { folder in
            for files in modules {
                compilations.append(
                    try await Compiler.run(
                        ["-emit-sil", "-o", "/dev/null", "-whole-module-optimization", "-module-name", "Checked"]
                            + ["-I", folder.path] + options + files.map(\.path), limit: Compiler.hanging))
            }
        }
        #endif
        return compilations
    }

    #if !canImport(Darwin)
    /// Runs a closure with a folder of modules, which are compiled from the stubs and from the library as in
    /// `.ci/apple`.
    private static func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        try await TemporaryFolder.with([:]) { folder in
            let stubs = Package.root.appendingPathComponent("Tests/AppleStubs")
            for stub in try Package.files(in: stubs, withExtension: "swift") {
                try await make(stub.deletingPathExtension().lastPathComponent, of: [stub], in: folder)
            }
            for module in Package.allModules {
                let files = Package.filesBelow(
                    Package.root.appendingPathComponent("Sources/\(module)"), withExtension: "swift")
                // What the module uses of Apple's, and Linux lacks; that of the C library is in a file of its own.
                let missing = Package.filesBelow(stubs.appendingPathComponent("Missing"), withExtension: "swift")
                    .filter { $0.lastPathComponent.hasPrefix("\(module)+") }
                try await make(module, of: files + missing, in: folder)
            }
            return try await body(folder)
        }
    }

    private static func make(_ module: String, of files: [URL], in folder: URL) async throws {
        let path = folder.appendingPathComponent("\(module).swiftmodule").path
        let features = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]
        var arguments = [
            "-emit-module", "-emit-module-path", path, "-module-name", module, "-parse-as-library",
            "-whole-module-optimization", "-swift-version", "6", "-I", folder.path, "-package-name", "SafeDefaults",
            // `.ci/apple` checks the bodies of functions.
            "-Xfrontend", "-experimental-skip-non-inlinable-function-bodies-without-types",
        ]
        for feature in features { arguments += ["-enable-upcoming-feature", feature] }
        let compilation = try await Compiler.run(arguments + files.map(\.path), limit: Compiler.hanging)
        if !compilation.succeeded { throw Failed(report: compilation.report) }
    }

    private struct Failed: Error, CustomStringConvertible {
        let report: String

        var description: String { report }
    }
    #endif
}
