// swift-tools-version: 6.1
import PackageDescription

// In a package of your own: .package(url: "https://github.com/SafeDefaults/SafeDefaults.git", from: "0.1.0")
let package = Package(
    name: "Examples",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "SafeDefaults", path: "..")],
    targets: [
        .executableTarget(
            name: "greeter",
            dependencies: library("SafeDefaults", "SafeDefaultsCommand", "SafeDefaultsFiles"), path: "Greeter",
            exclude: ["Dockerfile", "Dockerfile.dockerignore", "README.md", "greeter.service"]),
        .executableTarget(
            name: "machine",
            dependencies: library("SafeDefaults", "SafeDefaultsEtcd"), path: "Fleet", exclude: ["README.md", "run"]),
        .target(
            name: "Reader",
            dependencies: library("SafeDefaults"), path: "Reader", exclude: ["README.md", "Tests"]),
        .testTarget(
            name: "ReaderTests",
            dependencies: ["Reader"] + library("SafeDefaults", "SafeDefaultsInspection"), path: "Reader/Tests",
            exclude: ["DefaultsKeys.txt"]),
    ]
)

func library(_ products: String...) -> [Target.Dependency] {
    products.map { .product(name: $0, package: "SafeDefaults") }
}
