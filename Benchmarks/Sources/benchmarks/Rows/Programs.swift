import Foundation

/// Small programs: what a domain adds to the start of a process, and to the size of what is shipped.
///
/// The programs are compiled here, from the object files of this build, because a package with several executables
/// can't be run without naming one.
struct Programs {
    /// A program that was compiled.
    struct Program {
        let name: String
        let path: String
        let bytes: Int
    }

    private static let domain = """
        import SafeDefaults
        struct LoginDefaults: SafeDefaults {
            enum Keys: String, DefaultsKey { case attempts }
            struct Settings { let attempts = Setting(.attempts, default: 5) }
            static let settings = Settings()
            var store: DefaultsStore = .standard
        }

        """

    /// What is compiled, each with the modules that it is linked with.
    private static let sources: [(name: String, source: String, modules: [String])] = [
        ("Foundation only", "exit(NSString(string: \"12345\").length == 5 ? 0 : 1)", []),
        ("raw `.standard`", "exit(UserDefaults.standard.integer(forKey: \"attempts\") == 0 ? 0 : 1)", []),
        (
            "a domain over `.standard`", domain + "exit(LoginDefaults().attempts == 5 ? 0 : 1)",
            ["SafeDefaultsBase", "SafeDefaults"]
        ),
        (
            "a domain over a file",
            "import SafeDefaultsFiles\n" + domain + "let url = URL(fileURLWithPath: CommandLine.arguments[1])\n"
                + "exit(LoginDefaults(store: .file(url)).attempts == 5 ? 0 : 1)",
            ["SafeDefaultsBase", "SafeDefaults", "SafeDefaultsFormats", "SafeDefaultsFiles"]
        ),
    ]

    let programs: [Program]
    let file: String

    /// Compiles the programs; nil where the object files aren't in the usual place, or can't be linked.
    init?(in directory: URL) {
        let build = URL(fileURLWithPath: Sandbox.programPath).resolvingSymlinksInPath().deletingLastPathComponent()
        var programs: [Program] = []
        for (number, (name, source, modules)) in Self.sources.enumerated() {
            let folder = directory.appendingPathComponent("program\(number)")
            let (main, path) = (
                folder.appendingPathComponent("main.swift"), folder.appendingPathComponent("program").path
            )
            let code = Data("import Foundation\n\(source)\n".utf8)
            guard (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)) != nil,
                (try? code.write(to: main)) != nil
            else { return nil }
            var words = ["-O", main.path, "-o", path]
            words += ["-I", build.appendingPathComponent("Modules").path]
            words += ["-I", Package.root.appendingPathComponent("Sources/CSafeDefaults/include").path]
            words += ["-Xlinker", "-s"] + Self.unusedCodeGoes
            for module in modules {
                let objects =
                    (try? FileManager.default.contentsOfDirectory(
                        at: build.appendingPathComponent("\(module).build"), includingPropertiesForKeys: nil)) ?? []
                let library = objects.map(\.path).filter { $0.hasSuffix(".o") }
                guard !library.isEmpty else { return nil }
                words += library
            }
            guard (try? ChildProcess("/usr/bin/env", ["swiftc"] + words))?.wait() == 0,
                let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            else { return nil }
            programs.append(Program(name: name, path: path, bytes: size))
        }
        self.programs = programs
        file = directory.appendingPathComponent("program.plist").path
    }

    /// What tells the linker to leave out what nothing calls, as the package manager does.
    private static var unusedCodeGoes: [String] {
        #if canImport(Darwin)
        ["-Xlinker", "-dead_strip"]
        #else
        ["-Xlinker", "--gc-sections"]
        #endif
    }

    /// Starts one of the programs and waits for its end.
    private func start(_ number: Int) {
        expect((try? ChildProcess(programs[number].path, [file]))?.wait() == 0)
    }

    /// The row.
    func race() -> Race {
        Race(
            "programs.start", "from start to end", raw: { _ in start(0) },
            (1..<programs.count).map { number in Contestant(programs[number].name) { _ in start(number) } })
    }
}

extension Section {
    /// Small programs; nil where they can't be compiled.
    static func programs(_ effort: Effort, in directory: URL) -> Section? {
        guard let programs = Programs(in: directory) else { return nil }
        var section = Section(
            "programs", "A program that reads one setting", baseline: programs.programs[0].name,
            columns: programs.programs.dropFirst().map(\.name), style: .times, races: [programs.race()],
            effort: Effort(slice: 0, seconds: effort.seconds * 2, rounds: 5...201, manyKeys: 0))
        section.sizes = programs.programs.map { Section.Size(name: $0.name, bytes: $0.bytes) }
        return section
    }
}
