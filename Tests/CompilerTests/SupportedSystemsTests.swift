import Foundation
import Testing

/// What the compiler says where the library can't be built.
@Suite struct SupportedSystemsTests {
    private static let file = Package.root.appendingPathComponent("Sources/SafeDefaultsBase/SupportedSystems.swift")

    private func output(target: String) async throws -> String {
        // Without the standard library, which isn't there for these systems.
        let arguments = ["-frontend", "-typecheck", "-parse-stdlib", "-target", target, Self.file.path]
        return try await Compiler.run(arguments, limit: Compiler.hanging).output
    }

    @Test(arguments: ["wasm32-unknown-wasip1", "x86_64-unknown-windows-msvc", "x86_64-unknown-freebsd14"])
    func anotherSystemMeetsASentence(target: String) async throws {
        #expect(try await output(target: target).contains("error: SafeDefaults runs on"))
    }

    @Test(arguments: [
        "aarch64-unknown-linux-android28", "x86_64-unknown-linux-gnu", "x86_64-swift-linux-musl",
        "arm64-apple-ios15.0", "arm64-apple-ios15.0-macabi", "arm64-apple-tvos15.0", "arm64_32-apple-watchos9.0",
        "arm64-apple-xros1.0", "x86_64-apple-macosx12.0",
    ])
    func aSupportedSystemMeetsNone(target: String) async throws {
        #expect(try await !output(target: target).contains("error:"))
    }
}
