// swift-tools-version: 6.1
import Foundation
import PackageDescription

// SQLite is measured beside the library where its headers are installed; on a Mac they are part of the SDK. On Linux
// Debian's package libsqlite3-dev has them.
let hasSQLite = FileManager.default.fileExists(atPath: "/usr/include/sqlite3.h")

let modules = ["", "Archives", "Cloud", "Command", "Etcd", "Files", "Inspection", "Migrations", "Snapshots", "UI"]
    .map { "SafeDefaults\($0)" }

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "SafeDefaults", path: "..")],
    targets: [
        .target(name: "Allocations"),
        .target(name: "EveryModule", dependencies: modules.map { .product(name: $0, package: "SafeDefaults") }),
        // The only executable, so that `swift run` needs no name.
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "Allocations", .product(name: "SafeDefaults", package: "SafeDefaults"),
                .product(name: "SafeDefaultsFiles", package: "SafeDefaults"),
            ] + (hasSQLite ? ["CSQLite"] : [])),
    ] + (hasSQLite ? [.systemLibrary(name: "CSQLite")] : [])
)
