import Foundation
import SafeDefaults
import SafeDefaultsFiles

/// Stores with many keys.
struct ManyKeys {
    let directory: URL
    let count: Int

    /// What fills a store.
    private var content: [String: Any] {
        Dictionary(uniqueKeysWithValues: (0..<count).map { ("key number \($0)", $0 as Any) })
    }

    /// Makes a file store with all the keys, compacted.
    func file() throws -> URL {
        let url = directory.appendingPathComponent("\(count)-\(UUID().uuidString).plist")
        try FileDefaults(url: url).setPersistentDomain(content, forName: url.path)
        return url
    }

    /// A write and a read of the same key beside all the others.
    func writeAndRead() throws -> Race {
        let suite = "SafeDefaults-benchmark-\(count)"
        _ = try PlainSuite.list(suite, content)
        let raw = UserDefaults.suite(suite)
        let file = try FileDefaults(url: file())
        let login = LoginDefaults(store: DefaultsStore(file))
        let database = Database.open(directory.appendingPathComponent("\(count).sqlite"))
        database?.fill(count)
        // Made before, as the literal of another row is: making a name takes as long as reading its value.
        let names = (0..<10).map { "key number \($0)" }
        return Race(
            "files.\(count)", "write and read an Int beside \(count.formatted) keys",
            raw: {
                raw.set($0, forKey: names[$0 % 10])
                raw.synchronize()
                expect(raw.integer(forKey: names[$0 % 10]) == $0)
            },
            [
                Contestant("FileDefaults") {
                    file.set($0, forKey: names[$0 % 10])
                    expect(file.integer(forKey: names[$0 % 10]) == $0)
                },
                Contestant("a setting over it") {
                    login.attempts = $0
                    expect(login.attempts == $0)
                },
            ]
                + (database.map { database in
                    [
                        Contestant("SQLite") {
                            database.set($0, names[$0 % 10])
                            expect(database.integer(names[$0 % 10]) == $0)
                        }
                    ]
                } ?? []))
    }

    /// Opening a store, and one read.
    func open() throws -> Race {
        let suite = "SafeDefaults-benchmark-open"
        let list = try PlainSuite.list(suite, content)
        let url = try file()
        let path = directory.appendingPathComponent("open.sqlite")
        Database.open(path)?.fill(count)
        return Race(
            "files.open", "open a store of \(count.formatted) keys, and read an Int",
            raw: { _ in
                let content = (try? Data(contentsOf: list)).flatMap {
                    try? PropertyListSerialization.propertyList(from: $0, format: nil)
                }
                expect((content as? [String: Any])?["key number 7"] as? Int == 7)
            },
            [
                Contestant("FileDefaults") { _ in
                    expect((try? FileDefaults(url: url))?.integer(forKey: "key number 7") == 7)
                }
            ]
                + (Database.version == nil
                    ? [] : [Contestant("SQLite") { _ in expect(Database.open(path)?.integer("key number 7") == 7) }]))
    }
}

extension Int {
    /// The number with commas between thousands.
    var formatted: String {
        var digits = Array(String(self))
        for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
        return String(digits)
    }
}
