import Foundation
import SafeDefaults
import SafeDefaultsFiles
import SafeDefaultsMigrations
import Testing

@testable import TestSupport

/// Binary property lists that look valid, and would take a reader hours, or are nested too deep.
@Suite struct BinaryListTests {
    /// Arrays of Booleans, all of which share their bytes.
    private static func overlapping(_ count: Int, of width: Int, inDictionary: Bool) -> Data {
        var list = BinaryList()
        let array = list.add(array: [Int](repeating: list.add([0x09]), count: width))
        let arrays = [array] + (1..<count).map { _ in list.addOverlapping(array) }
        var top = list.add(array: arrays)
        if inDictionary { top = list.add(dictionary: [(list.add(text: "other"), top)]) }
        return list.data(top: top)
    }

    /// A dictionary of two values: nested arrays, and more arrays around the same ones.
    private static func sharedDepth(_ levels: Int, below others: Int) -> Data {
        var list = BinaryList()
        let shared = list.add(levels: levels, around: list.add([0x09]))
        let deeper = list.add(levels: others, around: shared)
        let entries = [(list.add(text: "a"), shared), (list.add(text: "b"), deeper)]
        let top = list.add(dictionary: entries)
        return list.data(top: top)
    }

    #if os(Linux)
    /// Writes beside such a list, and returns whether it was found damaged.
    private func isDamaged(_ data: Data) throws -> Bool {
        let program = Program("saver")
        try data.write(to: program.preferences.file("acme.plist"))
        let outcome = try program.run("acme", "write-and-report", "new")
        #expect(outcome.output == "true new")
        let aside = program.preferences.names.first { $0.hasPrefix("acme.plist.damaged-") }
        #expect(outcome.errors.contains("damagedFile") == (aside != nil))
        if let aside { #expect(try Data(contentsOf: program.preferences.file(aside)) == data) }
        return aside != nil
    }

    @Test func aFileOfOverlappingArraysIsDamaged() throws {
        #expect(try !isDamaged(Self.overlapping(1, of: 200, inDictionary: true)))
        #expect(try isDamaged(Self.overlapping(200, of: 200, inDictionary: true)))
    }

    @Test func aFileWhoseSharedPartsAreTooDeepIsDamaged() throws {
        #expect(try !isDamaged(Self.sharedDepth(60, below: 20)))
        #expect(try isDamaged(Self.sharedDepth(300, below: 300)))
    }
    #endif
}
