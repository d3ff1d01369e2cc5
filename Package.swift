// swift-tools-version: 6.1
import PackageDescription

let features: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "SafeDefaults",
    platforms: [.macOS(.v12), .iOS(.v15), .tvOS(.v15), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "SafeDefaults", targets: ["SafeDefaults"]),
        .library(name: "SafeDefaultsCommand", targets: ["SafeDefaultsCommand"]),
        .executable(name: "settings", targets: ["settings"]),
        .executable(name: "tour", targets: ["tour"]),
    ],
    targets: [
        // The path is the package's root because Documentation.docc, which belongs to this target, lies there. Only the
        // listed folders are compiled, whatever else lies in the root: `Sources/SafeDefaults` as a whole can't be
        // listed, because a resource lies in it. .ci/package checks that no folder is missing.
        .target(
            name: "SafeDefaults",
            path: ".",
            exclude: [
                "Benchmarks", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SafeDefaults.podspec",
                "Sources/SafeDefaultsCommand", "Sources/settings", "Sources/tour", "Tests",
            ],
            sources: [
                "Concurrency", "Diagnostics", "Domain", "Formats", "Integrations", "Observation", "Stores", "Values",
                "Wrappers",
            ].map { "Sources/SafeDefaults/\($0)" },
            resources: [.copy("Sources/SafeDefaults/PrivacyInfo.xcprivacy")],
            swiftSettings: features
        ),
        .target(name: "SafeDefaultsCommand", dependencies: ["SafeDefaults"], swiftSettings: features),
        .executableTarget(name: "settings", dependencies: ["SafeDefaultsCommand"], swiftSettings: features),
        .executableTarget(
            name: "tour", dependencies: ["SafeDefaults", "SafeDefaultsCommand"], swiftSettings: features),

        // Tests.
        .testTarget(
            name: "SafeDefaultsTests",
            dependencies: [
                "SafeDefaults", "SafeDefaultsCommand", "ChildProcesses", "ContractCases", "NeighbourModule", "filer",
                "helper", "notes", "saver", "settings", "tour",
            ],
            exclude: ["Domain/KeyLockTests.txt", "Fixtures", "Support/shim.c"],
            swiftSettings: features
        ),
        .testTarget(
            name: "CompilerTests",
            dependencies: ["SafeDefaults", "SafeDefaultsCommand", "ChildProcesses", "NeighbourModule"],
            exclude: ["Accepted", "Rejected", "Support/Prelude.swift"],
            swiftSettings: features
        ),
        // How tests start other programs, and notice their ends.
        .target(name: "ChildProcesses", path: "Tests/ChildProcesses", swiftSettings: features),
        // A domain and keys in a module of their own, to be extended from the tests' module.
        .target(
            name: "NeighbourModule", dependencies: ["SafeDefaults"], path: "Tests/NeighbourModule",
            swiftSettings: features),
        // The second process of the tests that restart, crash and exit.
        .executableTarget(
            name: "helper", dependencies: ["SafeDefaults", "ContractCases"], path: "Tests/helper",
            swiftSettings: features),
        // The types and values of the value × store contract, which the tests and their second process share.
        .target(
            name: "ContractCases", dependencies: ["SafeDefaults"], path: "Tests/ContractCases",
            swiftSettings: features),
        // The other processes of the tests of file stores.
        .executableTarget(name: "filer", dependencies: ["SafeDefaults"], path: "Tests/filer", swiftSettings: features),
        // The tool of the guide to settings commands.
        .executableTarget(
            name: "notes", dependencies: ["SafeDefaults", "SafeDefaultsCommand"], path: "Tests/notes",
            swiftSettings: features),
        // A program that ends in every way there is, for the tests of saving.
        .executableTarget(name: "saver", dependencies: ["SafeDefaults"], path: "Tests/saver", swiftSettings: features),
    ],
    swiftLanguageModes: [.v6]
)
