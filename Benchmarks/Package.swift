// swift-tools-version: 6.1
import PackageDescription

let library = Target.Dependency.product(name: "SafeDefaults", package: "SafeDefaults")

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "SafeDefaults", path: "..")],
    targets: [
        .target(name: "Allocations"),
        .target(name: "Measuring", dependencies: ["Allocations"]),
        .executableTarget(name: "facade", dependencies: ["Measuring", library]),
        .executableTarget(name: "file", dependencies: ["Measuring", library]),
        .executableTarget(name: "heard", dependencies: ["Measuring", library]),
        .executableTarget(name: "values", dependencies: ["Measuring", library]),
        .executableTarget(name: "hub", dependencies: ["Measuring", library]),
        .executableTarget(name: "unobserved", dependencies: ["Measuring", library]),
    ]
)
