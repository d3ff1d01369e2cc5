#if os(Linux)
import ContractCases
import Foundation
import SafeDefaults
import SafeDefaultsFiles
import Testing

@testable import TestSupport

/// What only a second process can show: the contract over a restart, launch arguments for real, and stacks that
/// overflow.
@Suite struct SecondProcessTests {
    // Int.max, UInt64.max, a Float and a web URL survive where the bare getters or setters spoil them; a date's
    // fraction of a second and the sign of -0.0, where Foundation's own file does.
    @Test(.rows(34, 35, 36, 37, 38), arguments: ["acme", "file"]) func everyTypeSurvivesARestart(store: String) throws {
        let program = Program("helper")
        let file = program.preferences.file("\(store).plist")
        let name = store == "file" ? file.path : store
        let written = try program.run("contract", "write", name)
        #expect(written.output == "done", "\(written)")

        // The file, read by Foundation alone: the form of every sample, literally.
        let object = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        let entries = try #require(object as? [String: Any])
        let expected = ContractRun.storedAfterRestart()
        #expect(expected.count > 200)
        #expect(Set(entries.keys) == Set(expected.keys))
        for (name, stored) in expected {
            let found = try #require(RawObject.literal(entries[name]), "\(name)")
            #expect(ContractCase.legible(found) == stored, "\(name)")
        }

        let data = try Data(contentsOf: file)
        let read = try program.run("contract", "read", name)
        #expect(read.output == "done", "\(read)")
        #expect(read.errors.isEmpty, "an issue was met")
        #expect(try Data(contentsOf: file) == data, "a read writes nothing")
    }

    /// Foundation writes XML, in which a date has no fraction of a second, and a zero no sign.
    @Test func everyTypeIsReadFromXML() throws {
        let program = Program("helper")
        #expect(try program.run("contract", "write", "acme").output == "done")
        let file = program.preferences.file("acme.plist")
        let object = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        try PropertyListSerialization.data(fromPropertyList: object, format: .xml, options: 0).write(to: file)
        let problems = try program.run("contract", "read", "acme").output.split(separator: "\n").dropLast()
        #expect(problems.allSatisfy { $0.contains("-0.0") || $0.contains("Date") }, "\(problems)")
    }

    @Test func aWriteOverABinaryFileKeepsEveryType() throws {
        let program = Program("helper")
        _ = try program.run("contract", "write", "acme")
        let file = program.preferences.file("acme.plist")
        let object = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0).write(to: file)
        let added = try program.run("room", "write", "acme")
        #expect(added.output == "done", "\(added)")
        let read = try program.run("contract", "read", "acme")
        #expect(read.output == "done", "\(read)")
        #expect(try program.run("room", "read", "acme").output == "done")
    }

    @Test func aRestartWithNothingSavedIsNoticed() throws {
        let read = try Program("helper").run("contract", "read", "acme")
        let samples = ContractCase.all.map(\.samples.count).reduce(0, +)
        #expect(read.output.split(separator: "\n").count == samples + 1)
    }

    @Test(.rows(79, 80, 81), .rowsB(4), arguments: ["standard", "acme", "file"])
    func everyTypeIsReadFromTheProcessArguments(store: String) throws {
        let program = Program("helper")
        let name = store == "file" ? program.preferences.file("store.plist").path : store
        let read = try program.run(["contract", "arguments", name] + ContractRun.arguments)
        #expect(read.output == "done", "\(read)")
        #expect(read.errors.isEmpty, "an issue was met")
    }

    // In a second process, since a stack that overflows can't be caught. 512 KB is what a secondary thread
    // has on Apple systems; 128 levels of every shape were seen to fit 340 KB in a debug build. What is deeper is
    // refused there too, though the tree itself, of 100,000 levels, couldn't even be freed on a stack of 8 MB.
    private static let shapes: [(String, levels: Int, outcome: String)] = [
        ("array", 127, "stored"), ("array", 128, "refused"), ("array", 100_000, "refused"),
        ("dictionary", 127, "stored"), ("dictionary", 128, "refused"), ("dictionary", 100_000, "refused"),
        ("object", 127, "stored"), ("object", 128, "refused"), ("object", 10_000, "refused"),
        ("class", 126, "stored"), ("class", 130, "refused"), ("class", 100_000, "refused"),
        ("enum", 62, "stored"), ("enum", 70, "refused"), ("enum", 100_000, "refused"),
        ("single", 126, "stored"), ("single", 130, "refused"), ("single", 100_000, "refused"),
        ("containers", 126, "stored"), ("containers", 130, "refused"), ("containers", 100_000, "refused"),
        ("json", 126, "stored"), ("json", 130, "refused"), ("json", 100_000, "refused"),
    ]

    @Test(.row(87), arguments: Stress.cases(each: 7, of: shapes))
    func deepValueIsStoredOrRefusedOnASmallStack(_ shape: String, levels: Int, outcome: String) throws {
        let result = try Program("helper").run("deep", shape, "\(levels)", "512")
        #expect(result.status == 0)
        #expect(result.output == "\(outcome)\n\(outcome)\ndone", "in memory, in a suite; \(result)")
    }
}
#endif
