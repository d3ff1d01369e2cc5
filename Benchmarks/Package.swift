// swift-tools-version: 6.1
import Foundation
import PackageDescription

// SQLite is measured beside the library where its headers are installed; on a Mac they are part of the SDK. On Linux
// Debian's package libsqlite3-dev has them.
let hasSQLite = FileManager.default.fileExists(atPath: "/usr/include/sqlite3.h")

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "SafeDefaults", path: "..")],
    targets: [
        .target(name: "Allocations"),
        // The only executable, so that `swift run` needs no name.
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "Allocations", .product(name: "SafeDefaults", package: "SafeDefaults"),
                .product(name: "SafeDefaultsFiles", package: "SafeDefaults"),
            ] + (hasSQLite ? ["CSQLite"] : [])),
    ] + (hasSQLite ? [.systemLibrary(name: "CSQLite")] : [])
)
