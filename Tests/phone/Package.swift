// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Phone",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [.library(name: "Phone", targets: ["Phone"])],
    dependencies: [.package(name: "SafeDefaults", path: "../..")],
    targets: [
        .target(
            name: "Phone",
            dependencies: [
                .product(name: "SafeDefaultsFiles", package: "SafeDefaults"),
                .product(name: "SafeDefaultsUI", package: "SafeDefaults"),
            ],
            path: ".", exclude: ["README.md", "Tests"], sources: ["PhoneSettings.swift"]),
        .testTarget(name: "PhoneTests", dependencies: ["Phone"], path: "Tests"),
    ]
)
