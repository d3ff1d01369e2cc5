// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "hosted",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "SafeDefaults", path: "../..")],
    targets: [
        .executableTarget(
            name: "hosted", dependencies: [.product(name: "SafeDefaultsUI", package: "SafeDefaults")], path: ".",
            exclude: ["README.md"], sources: ["main.swift", "Views.swift"])
    ]
)
