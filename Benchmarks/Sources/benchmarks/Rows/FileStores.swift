import Foundation
import SafeDefaults
import SafeDefaultsFiles

/// Stores on a disk: a plain `UserDefaults` that is saved after every write, a `FileDefaults`, and SQLite.
struct FileStores {
    static let columns = ["FileDefaults", "a setting over it", "SQLite"]

    let directory: URL
    let suite = "SafeDefaults-benchmark-files"
    let raw: UserDefaults
    let file: FileDefaults
    let login: LoginDefaults
    let database: Database?

    /// Opens the three stores in a folder.
    ///
    /// - Parameters:
    ///   - directory: The folder.
    ///   - isNew: Whether to fill them.
    init(_ directory: URL, isNew: Bool = true) throws {
        self.directory = directory
        raw = UserDefaults.suite(suite)
        file = try FileDefaults(url: directory.appendingPathComponent("settings.plist"))
        login = LoginDefaults(store: DefaultsStore(file))
        database = Database.open(directory.appendingPathComponent("settings.sqlite"))
        guard isNew else { return }
        Sample.fill(raw)
        Sample.fill(file)
        raw.synchronize()
        for number in 0..<10 { database?.set(number, "other/\(number)") }
        database?.set(5, "login/attempts")
        database?.set(Data("Tom".utf8), "login/name")
    }

    /// A contestant that takes part only where SQLite is installed.
    private func sqlite(_ call: @escaping (Database, Int) -> Void) -> [Contestant] {
        database.map { database in [Contestant("SQLite") { call(database, $0) }] } ?? []
    }

    /// Reads and writes of single values.
    func values() -> [Race] {
        let (raw, file, login) = (raw, file, login)
        return [
            Race(
                "files.get", "read an Int", raw: { _ in expect(raw.integer(forKey: "login/attempts") == 5) },
                [
                    Contestant("FileDefaults") { _ in expect(file.integer(forKey: "login/attempts") == 5) },
                    Contestant("a setting over it") { _ in expect(login.attempts == 5) },
                ] + sqlite { database, _ in expect(database.integer("login/attempts") == 5) }),
            Race(
                "files.string", "read a String", raw: { _ in expect(raw.string(forKey: "login/name") == "Tom") },
                [
                    Contestant("FileDefaults") { _ in expect(file.string(forKey: "login/name") == "Tom") },
                    Contestant("a setting over it") { _ in expect(login.name == "Tom") },
                ] + sqlite { database, _ in expect(database.string("login/name") == "Tom") }),
            Race(
                "files.set", "write an Int",
                raw: {
                    raw.set($0, forKey: "counter")
                    raw.synchronize()
                },
                [
                    Contestant("FileDefaults") { file.set($0, forKey: "counter") },
                    Contestant("a setting over it") { login.absent = $0 },
                ] + sqlite { $0.set($1, "counter") }),
        ]
    }

    /// A structure: JSON in data by hand over each store, and a setting over a `FileDefaults`.
    func structs() -> [Race] {
        let (raw, file, login) = (raw, file, login)
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        HandMadeJSON.write(Sample.profile, to: raw, by: encoder)
        HandMadeJSON.write(Sample.profile, to: file, by: encoder)
        if let data = try? encoder.encode(Sample.profile) { database?.set(data, "byHand") }
        login.profile = Sample.profile
        return [
            Race(
                "files.getStruct", "read a structure", raw: { _ in HandMadeJSON.read(from: raw, by: decoder) },
                [
                    Contestant("FileDefaults") { _ in HandMadeJSON.read(from: file, by: decoder) },
                    Contestant("a setting over it") { _ in expect(login.profile == Sample.profile) },
                ]
                    + sqlite { database, _ in
                        let data = database.data("byHand")
                        expect(data.flatMap { try? decoder.decode(Profile.self, from: $0) } == Sample.profile)
                    }),
            Race(
                "files.setStruct", "write a structure",
                raw: {
                    HandMadeJSON.write(Sample.profile($0), to: raw, by: encoder)
                    raw.synchronize()
                },
                [
                    Contestant("FileDefaults") { HandMadeJSON.write(Sample.profile($0), to: file, by: encoder) },
                    Contestant("a setting over it") { login.profile = Sample.profile($0) },
                ]
                    + sqlite { database, number in
                        if let data = try? encoder.encode(Sample.profile(number)) { database.set(data, "byHand") }
                    }),
        ]
    }

    /// A write that survives a loss of power.
    func flush() -> Race {
        let (raw, file, login) = (raw, file, login)
        let durable = Database.open(directory.appendingPathComponent("durable.sqlite"), isDurable: true)
        return Race(
            "files.flush", "write an Int, and flush",
            raw: {
                raw.set($0, forKey: "counter")
                raw.synchronize()
            },
            [
                Contestant("FileDefaults") {
                    file.set($0, forKey: "counter")
                    expect(file.synchronize())
                },
                Contestant("a setting over it") {
                    login.absent = $0
                    expect(login.store.flush())
                },
            ] + (durable.map { durable in [Contestant("SQLite") { durable.set($0, "counter") }] } ?? []))
    }
}

extension Section {
    /// Stores on a disk.
    static func files(_ effort: Effort, in directory: URL) throws -> Section {
        let stores = try FileStores(directory)
        defer { stores.raw.removePersistentDomain(forName: stores.suite) }
        let partner = try TwoProcesses(stores)
        var races =
            try stores.values() + stores.structs() + [
                ManyKeys(directory: directory, count: 10).writeAndRead(),
                ManyKeys(directory: directory, count: effort.manyKeys).writeAndRead(),
                stores.flush(), ManyKeys(directory: directory, count: effort.manyKeys / 10).open(), partner.race(),
            ]
        for (id, length) in [
            ("set", 10), ("setStruct", 10), ("10", 10), ("\(effort.manyKeys)", 100), ("flush", 30), ("foreign", 0.25),
        ] {
            for index in races.indices where races[index].id == "files.\(id)" { races[index].length = length }
        }
        let section = Section(
            "files", "Stores on a disk", baseline: "raw, `synchronize()` after writes", columns: FileStores.columns,
            style: .times, races: races, effort: effort)
        try partner.end()
        return section
    }
}
