import Foundation

#if canImport(SQLite3)
import SQLite3
#elseif canImport(CSQLite)
import CSQLite
#endif

#if canImport(SQLite3) || canImport(CSQLite)
/// Settings in a table of SQLite, as a careful program keeps them: a journal that is written ahead, and statements that
/// are prepared once.
final class Database {
    private var connection: OpaquePointer?
    private var reading: OpaquePointer?
    private var writing: OpaquePointer?

    /// The version of SQLite.
    static let version: String? = String(cString: sqlite3_libversion())

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - url: The file's URL.
    ///   - isDurable: Whether each write survives a loss of power; else it survives the end of the process.
    init(_ url: URL, isDurable: Bool = false) {
        guard sqlite3_open(url.path, &connection) == SQLITE_OK else { fail("SQLite can't open \(url.path)") }
        sqlite3_busy_timeout(connection, 10_000)
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = \(isDurable ? "FULL" : "NORMAL")")
        run("CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value) WITHOUT ROWID")
        sqlite3_prepare_v2(connection, "SELECT value FROM settings WHERE name = ?", -1, &reading, nil)
        sqlite3_prepare_v2(connection, "INSERT OR REPLACE INTO settings VALUES (?, ?)", -1, &writing, nil)
    }

    deinit {
        sqlite3_finalize(reading)
        sqlite3_finalize(writing)
        sqlite3_close(connection)
    }

    /// Runs a statement that gives nothing.
    func run(_ statement: String) {
        guard sqlite3_exec(connection, statement, nil, nil, nil) == SQLITE_OK else {
            fail("SQLite refused: \(statement)")
        }
    }

    /// Reads a number; nil where there is none.
    func integer(_ name: String) -> Int? {
        read(name) { Int(sqlite3_column_int64($0, 0)) }
    }

    /// Reads a string; nil where there is none.
    func string(_ name: String) -> String? {
        read(name) { sqlite3_column_text($0, 0).map { String(cString: $0) } } ?? nil
    }

    /// Reads bytes; nil where there are none.
    func data(_ name: String) -> Data? {
        read(name) { Data(bytes: sqlite3_column_blob($0, 0), count: Int(sqlite3_column_bytes($0, 0))) }
    }

    /// Writes a number.
    func set(_ value: Int, _ name: String) {
        write(name) { sqlite3_bind_int64($0, 2, Int64(value)) }
    }

    /// Writes bytes.
    func set(_ value: Data, _ name: String) {
        value.withUnsafeBytes { bytes in
            write(name) { sqlite3_bind_blob($0, 2, bytes.baseAddress, Int32(bytes.count), nil) }
        }
    }

    private func read<Value>(_ name: String, _ value: (OpaquePointer?) -> Value) -> Value? {
        name.withCString { name in
            sqlite3_bind_text(reading, 1, name, -1, nil)
            defer { sqlite3_reset(reading) }
            return sqlite3_step(reading) == SQLITE_ROW ? value(reading) : nil
        }
    }

    private func write(_ name: String, _ bind: (OpaquePointer?) -> Int32) {
        name.withCString { name in
            sqlite3_bind_text(writing, 1, name, -1, nil)
            _ = bind(writing)
            guard sqlite3_step(writing) == SQLITE_DONE else { fail("SQLite didn't write") }
            sqlite3_reset(writing)
        }
    }
}
#else
/// Stands in where SQLite isn't installed, and is never opened.
final class Database {
    /// There is no SQLite.
    static let version: String? = nil

    init(_ url: URL, isDurable: Bool = false) { fail("SQLite isn't installed") }
    func run(_ statement: String) {}
    func integer(_ name: String) -> Int? { nil }
    func string(_ name: String) -> String? { nil }
    func data(_ name: String) -> Data? { nil }
    func set(_ value: Int, _ name: String) {}
    func set(_ value: Data, _ name: String) {}
}
#endif

extension Database {
    /// Opens a database; nil where SQLite isn't installed.
    static func open(_ url: URL, isDurable: Bool = false) -> Database? {
        version == nil ? nil : Database(url, isDurable: isDurable)
    }

    /// Fills an empty database with so many numbers.
    func fill(_ count: Int) {
        run("BEGIN")
        for number in 0..<count { set(number, "key number \(number)") }
        run("COMMIT")
    }
}
