#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// Another program that edits the property list at any moment of a compaction.
@Suite struct FileEditStressTests {
    /// How a program puts its edit in place.
    enum Way: CaseIterable, Sendable {
        /// By a new file that takes the name.
        case rename
        /// By emptying the file and writing it again.
        case inPlace
        /// The same, through a file that was opened before the compaction.
        case throughAnOldFile
    }

    /// A store of which something is compacted, and something isn't.
    private func prepare(_ fixture: FileFixture, _ boot: UInt64?) throws -> [String: PropertyListValue] {
        let engine = try fixture.engine(boot: boot)
        try engine.set("old", 1)
        try engine.set("changed", 1)
        try engine.compactNow()
        try engine.set("new", 2)
        try engine.set("changed", 2)
        engine.schedule.isDirty.set(false)
        return engine.texts
    }

    /// Everything that was acknowledged is there, and so is the edit; or the edit is in a file that was set aside.
    private func check(
        _ fixture: FileFixture, _ acknowledged: [String: PropertyListValue], _ edit: Edit, _ way: Way,
        _ place: String, _ errors: String
    ) throws {
        var (values, kinds) = ([String: PropertyListValue](), errors)
        let issues = try IssueRecorder.issues {
            let engine = try fixture.engine(boot: SystemCalls.bootIdentifier())
            engine.report()
            try engine.set("last", 1)
            try engine.compactNow()
            values = engine.texts
        }
        for issue in issues { kinds += " \(issue.kind)" }
        var expected = acknowledged.merging(["last": 1], uniquingKeysWith: { $1 })
        if way == .throughAnOldFile, values["edited"] == nil {
            // A file that was found half written was damaged, and is kept as such.
            #expect(kinds.contains("damagedFile") || kinds.contains("unexpectedFile"), "\(place): \(kinds)")
            let isKept = edit.isKept(in: fixture)
            #expect(isKept, "\(place): \(fixture.directory.names)")
        } else {
            expected["edited"] = edit.value
            #expect(kinds.contains("unexpectedFile"), "\(place): \(kinds)")
        }
        #expect(values == expected, "\(place): \(errors)")
        #expect(try fixture.propertyList() == expected, "\(place)")
    }

    /// At each call of one kind, while the thread that compacts waits there, so that no step is left out.
    @Test(
        .noHang,
        arguments: [StorageCall.synchronize, .rename, .write, .status, .open, .unlink, .setMode, .lock],
        [Way.rename, .inPlace]
    )
    func anEditAtEachCallOfACompactionIsKeptAndReported(_ call: StorageCall, _ way: Way) throws {
        try editAtEach(call, way, isOpenBefore: false)
    }

    /// A program that has opened the property list before the compaction writes into it when another one has its name.
    ///
    /// Not at each `lock`: the last one comes when the old file has no name any more, and nobody looks at it again.
    @Test(.noHang, arguments: [StorageCall.synchronize, .rename, .write, .status, .open, .setMode])
    func anEditThroughAFileThatWasOpenBeforeACompactionIsKeptAndReported(_ call: StorageCall) throws {
        try editAtEach(call, .inPlace, isOpenBefore: true)
    }

    private func editAtEach(_ call: StorageCall, _ way: Way, isOpenBefore: Bool) throws {
        for number in 1... {
            let fixture = FileFixture(isInMemory: true)
            let calls = GatedCalls(call, number)
            calls.arm()
            let expected = try prepare(fixture, 1)
            let place = "\(call) \(number), \(way)"
            var edit = isOpenBefore ? try Edit(fixture, value: "edit") : nil
            let folding = Shared([DefaultsIssue]())
            let thread = Background {
                let issues = try IssueRecorder.issues {
                    let engine = try fixture.engine(calls: calls)
                    try engine.compactNow()
                    engine.schedule.isDirty.set(false)
                }
                folding.change { $0 = issues }
            }
            let isReached = calls.wait(for: thread)
            if isReached {
                let made = try edit ?? Edit(fixture, value: "edit")
                if way == .rename { try made.rename() } else { try made.writeInPlace() }
                edit = made
            }
            calls.open()
            try thread.wait()
            guard isReached, let edit else { break }
            // Through an old file it may be too late to be the base, and is set aside.
            try check(
                fixture, expected, edit, isOpenBefore ? .throughAnOldFile : way, place,
                folding.value.map { "\($0.kind)" }.joined(separator: " "))
        }
    }
}

/// Another program's edit: everything that it finds in the property list, and one value more.
private struct Edit {
    let value: PropertyListValue
    private let text: String
    private let url: URL
    private let bytes: Data
    private let file: Int32

    init(_ fixture: FileFixture, value: String) throws {
        (text, self.value, url) = (value, .string(value), fixture.url)
        let found = try PropertyListSerialization.propertyList(from: try Data(contentsOf: url), format: nil)
        var values = found as? [String: Any] ?? [:]
        values["edited"] = value
        bytes = try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0)
        file = Foundation.open(url.path, O_WRONLY)
    }

    func rename() throws {
        Foundation.close(file)
        let other = url.appendingPathExtension("edit")
        try bytes.write(to: other)
        #expect(Foundation.rename(other.path, url.path) == 0)
    }

    func empty() throws { #expect(ftruncate(file, 0) == 0) }

    func finish() throws {
        let count = bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
        Foundation.close(file)
        #expect(count == bytes.count)
    }

    func writeInPlace() throws {
        try empty()
        try finish()
    }

    /// Whether some file holds the edit.
    func isKept(in fixture: FileFixture) -> Bool {
        fixture.directory.names.contains { name in
            (try? Data(contentsOf: fixture.directory.file(name)))?.range(of: Data(text.utf8)) != nil
        }
    }
}
#endif
