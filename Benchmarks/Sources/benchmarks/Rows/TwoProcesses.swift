import Foundation
import SafeDefaults
import SafeDefaultsFiles

/// A second process that writes when it is asked to, and the reads that follow here.
struct TwoProcesses {
    /// What writes a counter's next value, in the order of the numbers that are sent.
    enum Kind: UInt8, CaseIterable { case raw, file, database }

    private let stores: FileStores
    private let partner: Process
    private let orders = Pipe()
    private let answers = Pipe()

    /// Starts the other process over the stores of this one.
    init(_ stores: FileStores) throws {
        self.stores = stores
        partner = Process()
        partner.executableURL = URL(fileURLWithPath: Sandbox.programPath)
        partner.arguments = ["partner", stores.directory.path]
        partner.standardInput = orders
        partner.standardOutput = answers
        try partner.run()
    }

    /// Ends the other process.
    func end() throws {
        try orders.fileHandleForWriting.close()
        partner.waitUntilExit()
    }

    /// Has the other process write so many times; each time takes the time of a read.
    private func reads(_ kind: Kind, _ read: @escaping () -> Int?) -> (Int, Int) -> Double {
        return { calls, _ in
            var time = 0.0
            for _ in 0..<calls {
                orders.fileHandleForWriting.write(Data([kind.rawValue]))
                let answer = answers.fileHandleForReading.readData(ofLength: 8)
                let expected = answer.withUnsafeBytes { $0.loadUnaligned(as: Int.self) }
                let start = DispatchTime.now().uptimeNanoseconds
                let value = read()
                time += Double(DispatchTime.now().uptimeNanoseconds - start)
                expect(value == expected)
            }
            return time
        }
    }

    /// The row.
    func race() -> Race {
        let (raw, file, login, database) = (stores.raw, stores.file, stores.login, stores.database)
        let contestants = [
            Contestant(name: "FileDefaults", slice: reads(.file) { file.integer(forKey: "login/attempts") }),
            Contestant(name: "a setting over it", slice: reads(.file) { login.attempts }),
            Contestant(name: "SQLite", slice: reads(.database) { database?.integer("login/attempts") }),
        ]
        return Race(
            "files.foreign", "read what another process wrote",
            raw: Contestant(
                name: "raw",
                slice: reads(.raw) {
                    raw.synchronize()
                    return raw.integer(forKey: "login/attempts")
                }),
            database == nil ? contestants.dropLast() : contestants)
    }

    /// The other process: writes the next number for each byte that arrives, and answers with the number.
    static func answer(in directory: URL) throws {
        let stores = try FileStores(directory, isNew: false)
        var number = 0
        while let order = FileHandle.standardInput.readData(ofLength: 1).first {
            number += 1
            switch Kind(rawValue: order) {
            case .raw:
                stores.raw.set(number, forKey: "login/attempts")
                stores.raw.synchronize()
            case .file: stores.file.set(number, forKey: "login/attempts")
            case .database: stores.database?.set(number, "login/attempts")
            case nil: break
            }
            FileHandle.standardOutput.write(withUnsafeBytes(of: number) { Data($0) })
        }
    }
}
