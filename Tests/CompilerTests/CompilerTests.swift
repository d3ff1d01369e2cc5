import Foundation
import Testing

/// The options of a client's module that files in `Accepted` have to compile with.
enum ClientMode: String, CaseIterable, CustomTestStringConvertible {
    case swift6, swift5, swift5WithCompleteChecking, upcomingFeatures, mainActorByDefault, newAppOfXcode26
    case strictMemorySafety

    var testDescription: String { rawValue }

    var options: [String] {
        switch self {
        case .swift6: ["-swift-version", "6"]
        case .swift5: ["-swift-version", "5"]
        case .swift5WithCompleteChecking:
            ["-swift-version", "5", "-strict-concurrency=complete", "-D", "CompleteChecking"]
        case .upcomingFeatures: ["-swift-version", "6"] + Self.enabling(Self.features)
        case .strictMemorySafety: ["-swift-version", "6", "-strict-memory-safety"]
        case .mainActorByDefault: ["-swift-version", "6", "-default-isolation", "MainActor"]
        case .newAppOfXcode26:
            ["-swift-version", "5", "-default-isolation", "MainActor"]
                + Self.enabling([
                    "DisableOutwardActorInference", "GlobalActorIsolatedTypesUsability", "InferIsolatedConformances",
                    "InferSendableFromCaptures", "MemberImportVisibility", "NonisolatedNonsendingByDefault",
                ])
        }
    }

    /// The modes that `swift test` checks; `.ci/run` checks all.
    static let tested = Sample.isAll ? allCases : [.swift6]

    /// The modes in which the code of the documentation and of the examples is compiled: all in `.ci/stress full`.
    static let ofReaders = Sample.isFull ? allCases : [.swift6]

    /// Returns what the compiler says of a reader's code; nil if it accepts it.
    ///
    /// Of its warnings those of memory count.
    func complaint(of files: [URL], modules: [String]? = nil) async throws -> String? {
        let isOfMemory = self == .strictMemorySafety
        let compilation = try await Compiler.check(
            files, options: options + (isOfMemory ? [] : ["-suppress-warnings"]), modules: modules)
        let isAccepted = compilation.succeeded && !compilation.output.contains("#StrictMemorySafety")
        return isAccepted ? nil : "\(testDescription): \(compilation.output)"
    }

    /// Whether types without an isolation of their own are isolated to the main actor.
    var isMainActorByDefault: Bool { options.contains("-default-isolation") }

    private static let features = [
        "ExistentialAny", "ImmutableWeakCaptures", "InferIsolatedConformances", "InternalImportsByDefault",
        "MemberImportVisibility", "NonisolatedNonsendingByDefault",
    ]

    private static func enabling(_ features: [String]) -> [String] {
        features.flatMap { ["-enable-upcoming-feature", $0] }
    }
}

/// Client code that has to compile, and client code that must not.
@Suite struct CompilerTests {
    @Test(arguments: ClientMode.tested)
    func acceptedCodeCompilesInEveryModeWithoutAWarning(mode: ClientMode) async throws {
        let folder = Package.compilerTests.appendingPathComponent("Accepted")
        var files = try Package.files(in: folder, withExtension: "swift")
        if !mode.isMainActorByDefault {
            files += try Package.files(in: folder.appendingPathComponent("NotMainActor"), withExtension: "swift")
        }
        try #require(!files.isEmpty)
        let compilation = try await Compiler.check(files, options: mode.options)
        if !compilation.succeeded || !compilation.output.isEmpty { Issue.record("\(compilation.report)") }
    }

    private static let rejected: [(ClientMode, String)] = [
        (ClientMode.swift6, "Rejected"),
        // By itself, because a module is imported by all files of another at once.
        (.swift6, "Rejected/WithoutArchives"),
        (.mainActorByDefault, "Rejected/MainActor"),
        (.newAppOfXcode26, "Rejected/MainActor"),
        (.mainActorByDefault, "Rejected/MainActorInSwift6"),
    ]

    @Test(arguments: Sample.of(rejected))
    func rejectedCodeMeetsTheExpectedSentences(mode: ClientMode, folder: String) async throws {
        let files = try Package.files(in: Package.compilerTests.appendingPathComponent(folder), withExtension: "swift")
        try #require(!files.isEmpty)
        let verification = try await Compiler.verify(files, options: mode.options)
        #expect(verification.complaints == [])
    }
}
