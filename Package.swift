// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "SafeDefaults",
    platforms: [.macOS(.v12), .iOS(.v15), .tvOS(.v15), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "SafeDefaults", targets: ["SafeDefaults"]),
        .library(name: "SafeDefaultsCloud", targets: ["SafeDefaultsCloud"]),
        .library(name: "SafeDefaultsFiles", targets: ["SafeDefaultsFiles"]),
        .library(name: "SafeDefaultsMigrations", targets: ["SafeDefaultsMigrations"]),
        .library(name: "SafeDefaultsSnapshots", targets: ["SafeDefaultsSnapshots"]),
        .library(name: "SafeDefaultsArchives", targets: ["SafeDefaultsArchives"]),
        .library(name: "SafeDefaultsInspection", targets: ["SafeDefaultsInspection"]),
        .library(name: "SafeDefaultsEtcd", targets: ["SafeDefaultsEtcd"]),
        .library(name: "SafeDefaultsCommand", targets: ["SafeDefaultsCommand"]),
        .library(name: "SafeDefaultsUI", targets: ["SafeDefaultsUI"]),
    ],
    targets: [
        // Typed domains over any UserDefaults. The path is the package's root because Documentation.docc, which belongs
        // to this target, lies there. Only the listed folders are compiled, whatever else lies in the root:
        // `Sources/SafeDefaults` as a whole can't be listed, because a resource lies in it. .ci/package checks that no
        // folder is missing.
        .target(
            name: "SafeDefaults",
            dependencies: ["SafeDefaultsBase"],
            path: ".",
            exclude: [
                "Benchmarks", "CHANGELOG.md", "CONTRIBUTING.md", "Examples", "LICENSE", "README.md",
                "SafeDefaults.podspec", "Sources/CSafeDefaults",
                "Sources/SafeDefaultsArchives", "Sources/SafeDefaultsBase", "Sources/SafeDefaultsCloud",
                "Sources/SafeDefaultsCommand", "Sources/SafeDefaultsEtcd", "Sources/SafeDefaultsFiles",
                "Sources/SafeDefaultsFormats", "Sources/SafeDefaultsInspection", "Sources/SafeDefaultsMigrations",
                "Sources/SafeDefaultsSnapshots", "Sources/SafeDefaultsUI", "Sources/settings", "Sources/tour", "Tests",
            ],
            sources: [
                "Diagnostics", "Domain", "Formats", "Observation", "Stores", "Values", "Wrappers",
            ].map { "Sources/SafeDefaults/\($0)" },
            resources: [.copy("Sources/SafeDefaults/PrivacyInfo.xcprivacy")]
        ),
        // What knows nothing of settings: locks, saving on Linux, text and bytes; no product.
        module("SafeDefaultsBase", uses: ["CSafeDefaults"]),
        // What Swift itself can't do, in C: two atomic operations, and the structures of a signal; no product.
        module("CSafeDefaults", uses: []),
        // Property lists and JSON as files, which other modules read and write; no product.
        module("SafeDefaultsFormats", uses: ["SafeDefaults"]),
        // SwiftUI and Combine; what of it Linux has, it tests.
        module("SafeDefaultsUI", uses: ["SafeDefaults"]),
        // The store in iCloud, for the settings of one person's devices.
        module("SafeDefaultsCloud", uses: ["SafeDefaults"]),
        // A store that is a file of its own, which keeps what it is given, for tools and servers.
        module(
            "SafeDefaultsFiles", uses: ["SafeDefaults", "SafeDefaultsFormats", "CSafeDefaults"],
            resources: [.copy("PrivacyInfo.xcprivacy")]),
        // Ordered, crash-safe migrations of a store; the stored forms of other libraries.
        module("SafeDefaultsMigrations", uses: ["SafeDefaults", "SafeDefaultsFormats"]),
        // Snapshots, exports and imports of domains, and their differences.
        module("SafeDefaultsSnapshots", uses: ["SafeDefaults", "SafeDefaultsFormats"]),
        // Keyed archives of objects.
        module("SafeDefaultsArchives", uses: ["SafeDefaults", "SafeDefaultsFormats"]),
        // Settings without their types, as text, for debug menus; the audit of keys, for tests.
        module("SafeDefaultsInspection", uses: ["SafeDefaults"]),
        // A store in an etcd cluster, for settings that many machines share.
        module("SafeDefaultsEtcd", uses: ["SafeDefaults"]),
        // `list`, `get`, `set`, `watch` and more, for a program's own command.
        module(
            "SafeDefaultsCommand",
            uses: ["SafeDefaults", "SafeDefaultsFiles", "SafeDefaultsInspection", "SafeDefaultsSnapshots"]),

        // The program that shows any file of settings, and the example. Neither is a product, so Xcode doesn't offer
        // them to an app that uses the package; `swift run tour` finds them in a clone all the same.
        program("settings", uses: ["SafeDefaults", "SafeDefaultsCommand", "SafeDefaultsEtcd"]),
        program("tour", uses: ["SafeDefaults", "SafeDefaultsCommand", "SafeDefaultsEtcd", "SafeDefaultsFiles"]),

        // Tests.
        // A target for each module, so that a change to a module rebuilds its own tests and those of what uses it. The
        // core's run over file stores, too. IntegrationTests has the tests of several modules together.
        tests(
            "SafeDefaultsTests",
            of: [
                "SafeDefaults", "SafeDefaultsArchives", "SafeDefaultsFiles", "SafeDefaultsFormats",
                "SafeDefaultsInspection", "SafeDefaultsMigrations", "SafeDefaultsSnapshots",
            ],
            with: ["ContractCases", "NeighbourModule", "filer", "helper", "saver"], exclude: ["Fixtures"]),
        tests("SafeDefaultsUITests", of: ["SafeDefaults", "SafeDefaultsUI"], with: []),
        tests("SafeDefaultsCloudTests", of: ["SafeDefaults", "SafeDefaultsCloud"], with: []),
        tests(
            "SafeDefaultsFilesTests",
            of: ["SafeDefaults", "SafeDefaultsBase", "SafeDefaultsFiles", "SafeDefaultsFormats"],
            with: ["filer", "helper", "saver"]),
        tests(
            "SafeDefaultsMigrationsTests", of: ["SafeDefaults", "SafeDefaultsFiles", "SafeDefaultsMigrations"],
            with: ["filer"]),
        tests(
            "SafeDefaultsSnapshotsTests",
            of: ["SafeDefaults", "SafeDefaultsFiles", "SafeDefaultsFormats", "SafeDefaultsSnapshots"], with: []),
        tests(
            "SafeDefaultsInspectionTests",
            of: ["SafeDefaults", "SafeDefaultsInspection", "SafeDefaultsMigrations", "SafeDefaultsSnapshots"],
            with: ["ContractCases"], exclude: ["KeyLockTests.txt"]),
        tests(
            "SafeDefaultsCommandTests",
            of: [
                "SafeDefaults", "SafeDefaultsCommand", "SafeDefaultsFiles", "SafeDefaultsInspection",
                "SafeDefaultsSnapshots",
            ],
            with: ["notes", "settings", "tour"]),
        tests(
            "IntegrationTests",
            of: [
                "SafeDefaults", "SafeDefaultsFiles", "SafeDefaultsFormats", "SafeDefaultsInspection",
                "SafeDefaultsMigrations", "SafeDefaultsSnapshots",
            ],
            with: ["ContractCases", "saver"]),
        .testTarget(
            name: "SafeDefaultsEtcdTests",
            dependencies: [
                "SafeDefaults", "SafeDefaultsCommand", "SafeDefaultsEtcd", "SafeDefaultsFiles", "ChildProcesses",
                "ContractCases", "fleet",
            ]
        ),
        .testTarget(
            name: "CompilerTests",
            dependencies: [
                "SafeDefaults", "SafeDefaultsArchives", "SafeDefaultsCloud", "SafeDefaultsCommand", "SafeDefaultsEtcd",
                "SafeDefaultsFiles", "SafeDefaultsInspection", "SafeDefaultsMigrations", "SafeDefaultsSnapshots",
                "SafeDefaultsUI", "ChildProcesses", "NeighbourModule",
            ],
            exclude: ["Accepted", "Rejected", "Support/Prelude.swift"]
        ),
        // What the tests have in common: stores, issues, other programs, random and damaged values, a model of Apple's
        // `UserDefaults`.
        .target(
            name: "TestSupport",
            dependencies: ["SafeDefaults", "SafeDefaultsFiles", "ChildProcesses", "ContractCases"],
            path: "Tests/TestSupport", exclude: ["shim.c"]),
        // How tests start other programs, and notice their ends.
        module("ChildProcesses", in: "Tests", uses: []),
        // A domain and keys in a module of their own, to be extended from the tests' module.
        module("NeighbourModule", in: "Tests", uses: ["SafeDefaults"]),
        // The types and values of the value × store contract, which the tests and their second process share.
        module(
            "ContractCases", in: "Tests",
            uses: ["SafeDefaults", "SafeDefaultsArchives", "SafeDefaultsInspection", "SafeDefaultsMigrations"]),
        // The second process of the tests that restart, crash and exit.
        program(
            "helper", in: "Tests",
            uses: ["SafeDefaults", "SafeDefaultsArchives", "SafeDefaultsFiles", "ContractCases"]),
        // The other processes of the tests of file stores.
        program("filer", in: "Tests", uses: ["SafeDefaults", "SafeDefaultsFiles", "SafeDefaultsMigrations"]),
        // The other processes of the tests of etcd stores.
        program("fleet", in: "Tests", uses: ["SafeDefaults", "SafeDefaultsEtcd"]),
        // The tool of the guide to settings commands.
        program("notes", in: "Tests", uses: ["SafeDefaults", "SafeDefaultsCommand", "SafeDefaultsFiles"]),
        // A program that ends in every way there is, for the tests of saving.
        program("saver", in: "Tests", uses: ["SafeDefaults", "SafeDefaultsFiles", "SafeDefaultsMigrations"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}

func module(
    _ name: String, in folder: String = "Sources", uses others: [Target.Dependency], resources: [Resource]? = nil
) -> Target {
    .target(name: name, dependencies: others, path: "\(folder)/\(name)", resources: resources)
}

func program(_ name: String, in folder: String = "Sources", uses others: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: others, path: "\(folder)/\(name)")
}

func tests(
    _ name: String, of modules: [Target.Dependency], with others: [Target.Dependency], exclude: [String] = []
) -> Target {
    .testTarget(name: name, dependencies: modules + others + ["ChildProcesses", "TestSupport"], exclude: exclude)
}
