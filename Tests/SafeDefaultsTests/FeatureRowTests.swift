import Foundation
import SafeDefaults
import Testing

/// That each row of the feature table is shown somewhere, and the rows that no test of behaviour can show.
@Suite struct FeatureRowTests {
    /// The rows that this version answers.
    static let rows: [Int] = [
        Array(1...89), Array(91...100), Array(103...112),
    ].flatMap { $0 }

    /// The rows of the second table that it answers.
    static let rowsB = Array(1...12) + [14, 15, 16, 19, 20]

    @available(macOS 13, *)
    @Test func everyRowOfThisVersionIsShown() throws {
        var (named, namedB): (Set<Int>, Set<Int>) = ([], [])
        for file in Repository.files(below: "Tests", extension: "swift") {
            // As the trait of a test or a suite.
            for match in try Repository.text(file).matches(of: /\.rows?(B?)\(([0-9, ]+)\)/) {
                let numbers = match.2.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
                if match.1.isEmpty { named.formUnion(numbers) } else { namedB.formUnion(numbers) }
            }
        }
        #expect(Self.rows.filter { !named.contains($0) } == [])
        #expect(named.subtracting(Self.rows) == [])
        #expect(namedB == Set(Self.rowsB))
    }

    @available(macOS 13, *)
    @Test func theComparisonPageHasEachRow() throws {
        let page = try Repository.text("Documentation.docc/Comparison.md")
        let listed = page.matches(of: /(?m)^\| ([0-9]+) \|/).compactMap { Int($0.1) }
        #expect(Self.rows.filter { !listed.contains($0) } == [])
        let listedB = page.matches(of: /(?m)^\| B([0-9]+) \|/).compactMap { Int($0.1) }
        #expect(listedB == Self.rowsB)
    }

    // MARK: - What must not compile

    @Test(.row(4)) func aKeyOfAnotherDomainDoesNotCompile() throws {
        #expect(try Self.rejections().contains("has no member 'elsewhere'"))
    }

    @Test(.row(12)) func aValueOfAnotherTypeDoesNotCompile() throws {
        #expect(try Self.rejections().contains("cannot convert value of type 'String' to expected argument type 'Int'"))
    }

    @Test(.row(13)) func aMissingDefaultMeetsASentence() throws {
        let rejections = try Self.rejections()
        #expect(rejections.contains("a setting without a default must be of an optional type"))
        #expect(rejections.contains("or give a default"))
    }

    /// What the compiler is known to say of the code that must not compile.
    private static func rejections() throws -> String {
        try Repository.files(below: "Tests/CompilerTests/Rejected", extension: "swift")
            .map(Repository.text).joined(separator: "\n")
            .split(separator: "\n").filter { $0.contains("expected-error") }.joined(separator: "\n")
    }

    // MARK: - The package

    @Test(.row(99)) func thePackageOffersTheLibraryToSwiftPM() throws {
        let manifest = try Repository.text("Package.swift")
        #expect(manifest.contains(".library(name: \"SafeDefaults\", targets: [\"SafeDefaults\"])"))
        for floor in [".macOS(.v12)", ".iOS(.v15)", ".tvOS(.v15)", ".watchOS(.v9)", ".visionOS(.v1)"] {
            #expect(manifest.contains(floor))
        }
    }

    @Test(.row(100)) func thePodOffersTheSameFilesAndFloors() throws {
        let pod = try Repository.text("SafeDefaults.podspec")
        #expect(pod.contains("s.name = 'SafeDefaults'"))
        #expect(pod.contains("Sources/SafeDefaults/**/*.swift"))
        #expect(pod.contains("Sources/SafeDefaults/PrivacyInfo.xcprivacy"))
        #expect(pod.contains("-alias-module-names-in-module-interface"))
        let floors = ["osx": "12.0", "ios": "15.0", "tvos": "15.0", "watchos": "9.0", "visionos": "1.0"]
        for (system, floor) in floors { #expect(pod.contains("s.\(system).deployment_target = '\(floor)'")) }
    }

    @Test(.rows(103, 105)) func theLibraryIsBuiltAndTestedOnLinux() throws {
        let run = try Repository.text(".ci/run")
        #expect(run.contains("swift build") && run.contains("\n.ci/tests "))
        #expect(try Repository.text(".ci/tests").contains("swift test"))
        #expect(try Repository.text(".github/workflows/ci.yml").contains("container: swift:"))
        // No file of the library needs what only Apple's systems have, unless the whole file is theirs.
        for file in Repository.files(below: "Sources/SafeDefaults", extension: "swift") {
            let text = try Repository.text(file)
            let isApples = ["Darwin", "Combine", "SwiftUI"].contains { text.hasPrefix("#if canImport(\($0))\n") }
            for framework in ["os", "Combine", "SwiftUI", "UIKit", "AppKit", "CoreFoundation"] {
                #expect(isApples || !text.contains("import \(framework)\n"), "\(file)")
            }
        }
    }

    @Test(.row(104)) func theLanguageModeIsSwift6() throws {
        let manifest = try Repository.text("Package.swift")
        #expect(manifest.hasPrefix("// swift-tools-version: 6.1\n"))
        #expect(manifest.contains("swiftLanguageModes: [.v6]"))
        #expect(!manifest.contains("unsafeFlags"))
    }

    @available(macOS 13, *)
    @Test(.row(106)) func thePackageDependsOnNothing() throws {
        #expect(!(try Repository.text("Package.swift").contains(".package(")))
        #expect(!(try Repository.text("SafeDefaults.podspec").contains(".dependency")))
        for file in Repository.files(below: "Sources/SafeDefaults", extension: "swift") {
            let imports = try Repository.text(file).matches(of: /(?m)^(?:public |internal )?import ([A-Za-z.]+)/)
            let allowed: Set<Substring> = [
                "Foundation", "Dispatch", "Observation", "Synchronization", "os", "Glibc", "Musl", "Darwin", "Combine",
                "SwiftUI",
            ]
            #expect(Set(imports.map(\.1)).subtracting(allowed) == [], "\(file)")
        }
    }

    @Test(.row(107)) func theExampleProgramIsAProduct() throws {
        #expect(try Repository.text("Package.swift").contains(".executable(name: \"tour\", targets: [\"tour\"])"))
        let sources = try Repository.files(below: "Sources/tour", extension: "swift").map(Repository.text).joined()
        #expect(sources.components(separatedBy: ": SafeDefaults {").count > 3)
    }

    @available(macOS 13, *)
    @Test(.row(108), .rowsB(20)) func everyGuideForMovingOverIsOnTheLandingPage() throws {
        let landing = try Repository.text("Documentation.docc/SafeDefaults.md")
        for guide in [
            "ComingFromSafeDefaultsKit", "ComingFromOtherLibraries", "ComingFromUserDefaults", "ComingFromDefaults",
            "ComingFromSwiftyUserDefaults", "FormsOfOtherLibraries", "Gotchas", "Testing",
        ] {
            #expect(landing.contains("- <doc:\(guide)>\n"))
        }
        #expect(try Repository.text("CHANGELOG.md").contains("## Unreleased"))
    }

    @Test(.row(109)) func continuousIntegrationRunsTheChecksOnLinuxAndMacOS() throws {
        let workflows = try Repository.files(below: ".github/workflows", extension: "yml").map(Repository.text).joined()
        #expect(workflows.contains(".ci/run"))
        #expect(workflows.contains("macos"))
        let attributes = try FileManager.default.attributesOfItem(
            atPath: Repository.root.appendingPathComponent(".ci/run").path)
        #expect((attributes[.posixPermissions] as? NSNumber).map { $0.intValue & 0o111 != 0 } == true)
    }

    @Test(.row(110), .rowsB(19)) func thePrivacyManifestDeclaresTheUseOfUserDefaults() throws {
        let path = "Sources/SafeDefaults/PrivacyInfo.xcprivacy"
        let data = try Data(contentsOf: Repository.root.appendingPathComponent(path))
        let manifest = try #require(
            try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
        #expect(manifest["NSPrivacyTracking"] as? Bool == false)
        let uses = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
        let reasons = uses.map { $0["NSPrivacyAccessedAPITypeReasons"] as? [String] }
        #expect(
            uses.map { $0["NSPrivacyAccessedAPIType"] as? String } == [
                "NSPrivacyAccessedAPICategoryUserDefaults", "NSPrivacyAccessedAPICategoryFileTimestamp",
            ])
        #expect(reasons == [["CA92.1", "1C8F.1"], ["C617.1", "3B52.1"]])
        #expect(try Repository.text("Package.swift").contains("resources: [.copy(\"\(path)\")]"))
    }

    @Test(.row(112)) func theDocumentationIsACatalogWithALandingPage() throws {
        let landing = try Repository.text("Documentation.docc/SafeDefaults.md")
        #expect(landing.hasPrefix("# ``SafeDefaults``"))
        #expect(landing.contains("## Topics"))
        #expect(Repository.files(below: "Documentation.docc", extension: "md").count > 5)
        #expect(!(try Repository.text("Package.swift").contains("\"Documentation.docc\"")))
    }
}
