import Foundation
import Testing

/// Tests for names that another library declares too, in a file that imports both.
@Suite struct TwoLibrariesTests {
    private static let other = """
        public struct DefaultsKey<Value> {}
        public protocol DefaultsValue {}
        """

    private static let domain = """

        struct AccountDefaults: SafeDefaults {
            enum Keys: String, DefaultsKey { case name, theme }
            enum Theme: String, DefaultsValue { case light, dark }

            struct Settings {
                let name = Setting<String?>(.name)
                let theme = Setting(.theme, default: Theme.light)
            }
            static let settings = Settings()
        }
        """

    /// Returns what the compiler prints for a domain after some imports, with a library that has two of our names.
    private func compile(_ imports: String) async throws -> Compilation {
        try await TemporaryFolder.with(["Other.swift": Self.other, "Domain.swift": imports + Self.domain]) { folder in
            let module = try await Compiler.run(
                [
                    "-emit-module", "-module-name", "OtherLibrary", "-parse-as-library",
                    folder.appendingPathComponent("Other.swift").path,
                    "-o", folder.appendingPathComponent("OtherLibrary.swiftmodule").path,
                ], limit: Compiler.hanging)
            try #require(module.succeeded, "\(module.report)")
            return try await Compiler.check(
                [folder.appendingPathComponent("Domain.swift")], options: ["-swift-version", "6", "-I", folder.path])
        }
    }

    @Test func aNameOfBothIsAmbiguous() async throws {
        let compilation = try await compile("import OtherLibrary\nimport SafeDefaults\n")
        #expect(!compilation.succeeded)
        #expect(compilation.output.contains("'DefaultsKey' is ambiguous for type lookup in this context"))
    }

    @Test func importingOursByItselfSettlesIt() async throws {
        let compilation = try await compile(
            """
            import OtherLibrary
            import SafeDefaults
            import protocol SafeDefaults.DefaultsKey
            import protocol SafeDefaults.DefaultsValue

            """)
        if !compilation.succeeded { Issue.record("\(compilation.report)") }
    }
}
