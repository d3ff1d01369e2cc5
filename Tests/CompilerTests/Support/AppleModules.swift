import Foundation

/// The library's modules for Apple systems, and those that they need there.
enum AppleModules {
    /// Runs a closure with the options by which the compiler finds the modules.
    ///
    /// On Linux they are compiled, once, from the stubs and from the library, as in `.ci/apple`.
    static func with<Result>(_ body: ([String]) async throws -> Result) async throws -> Result {
        #if canImport(Darwin)
        try await body(["-I", try BuiltModules.folder().path])
        #else
        try await TemporaryFolder.with([:]) { folder in
            try await make(in: folder)
            return try await body(["-I", folder.path])
        }
        #endif
    }

    #if !canImport(Darwin)
    private static func make(in folder: URL) async throws {
        let stubs = Package.root.appendingPathComponent("Tests/AppleStubs")
        for stub in try Package.files(in: stubs, withExtension: "swift") {
            // Apple's are modules of Swift 5, so the compiler doesn't trust what they say of threads.
            try await make(stub.deletingPathExtension().lastPathComponent, of: [stub], version: "5", in: folder)
        }
        for module in Package.allModules {
            let files = Package.filesBelow(
                Package.root.appendingPathComponent("Sources/\(module)"), withExtension: "swift")
            // What the module uses of Apple's, and Linux lacks; that of the C library is in a file of its own.
            let missing = Package.filesBelow(stubs.appendingPathComponent("Missing"), withExtension: "swift")
                .filter { $0.lastPathComponent.hasPrefix("\(module)+") }
            try await make(module, of: files + missing, version: "6", in: folder)
        }
    }

    private static func make(_ module: String, of files: [URL], version: String, in folder: URL) async throws {
        let path = folder.appendingPathComponent("\(module).swiftmodule").path
        let features = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]
        var arguments = [
            "-emit-module", "-emit-module-path", path, "-module-name", module, "-parse-as-library",
            "-whole-module-optimization", "-swift-version", version, "-I", folder.path, "-package-name", "SafeDefaults",
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
