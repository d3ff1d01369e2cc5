#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// Property lists that somebody made so that whoever opens them ends, or never comes to an end.
@Suite struct FileHostileStressTests {
    @Test(.noHang) func hostileBinaryListsAreOpenedAndSoundValuesAreKept() throws {
        for seed in 0..<UInt64(Stress.count(20, usual: 50, full: 5_000)) {
            var random = RandomSource(state: seed)
            try open(HostileList.binary(&random), "seed \(seed)")
        }
    }

    /// Each of them would take as many steps as the reader allows.
    @Test(.noHang) func aSoundValueIsKeptBehindManyEndlessOnes() throws {
        var list = BinaryList()
        let endless = (0..<100).reduce(list.add([0x09])) { inner, _ in list.add(array: [inner, inner]) }
        let bad = (0..<8).map { (key: list.add(text: "bad \($0)"), value: endless) }
        let good = (key: list.add(text: "good"), value: list.add([0x10, 1]))
        let top = list.add(dictionary: bad + [good])
        try open(HostileList.File(name: "endless", bytes: [UInt8](list.data(top: top)), keepsGood: true), "eight")
    }

    @Test(.noHang, arguments: Stress.cases(each: 3, of: Array(HostileList.texts.indices)))
    func hostileTextIsOpened(_ index: Int) throws {
        try open(HostileList.texts[index], "text \(index)")
    }

    @Test(.noHang) func partsOfListsInAnyOrderAreOpened() throws {
        for seed in 0..<UInt64(Stress.count(20, usual: 50, full: 5_000)) {
            var random = RandomSource(state: seed)
            try open(HostileList.text(&random), "seed \(seed)")
        }
    }

    /// Opens a file, writes, and opens it again.
    private func open(_ file: HostileList.File, _ place: String) throws {
        let place = "\(place): \(file.name)"
        let fixture = FileFixture(isInMemory: true)
        try Data(file.bytes).write(to: fixture.url)
        // Some time ago: a file that was changed just now is given time to become whole.
        var times = utimbuf(actime: 1, modtime: 1)
        utime(fixture.url.path, &times)
        var after: [String: PropertyListValue] = [:]
        let issues = try IssueRecorder.issues {
            let engine = try fixture.engine()
            engine.report()
            after = engine.texts
            if file.keepsGood { #expect(after["good"] == 1, "\(place)") }
            #expect([UInt8](try Data(contentsOf: fixture.url)) == file.bytes, "\(place)")
            after["after"] = 1
            try engine.set("after", 1)
            try engine.compactNow()
            #expect(engine.texts == after, "\(place)")
            let list = try fixture.propertyList()
            #expect(list == after, "\(place)")
        }
        // Some of them are sound after all.
        let isDamaged = issues.contains { $0.kind == .damagedFile }
        let aside = try fixture.aside.map { [UInt8](try Data(contentsOf: fixture.directory.file($0))) }
        #expect(aside == (isDamaged ? [file.bytes] : []), "\(place)")
        var again: [String: PropertyListValue] = [:]
        let rest = try IssueRecorder.issues { again = try fixture.values() }
        #expect(again == after && rest.isEmpty, "\(place): \(rest)")
    }
}
#endif
