// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "SafeDefaults", path: "..")],
    targets: [
        .executableTarget(name: "facade", dependencies: [.product(name: "SafeDefaults", package: "SafeDefaults")])
    ]
)
