import Foundation
import SafeDefaults

/// A key with any name, of which all that are stored in one file are listed.
struct FileKey: DefaultsKey {
    let rawValue: String

    /// The names in the file that is used now.
    @TaskLocal static var names: [String] = []

    static var allCases: [FileKey] { names.map(FileKey.init(rawValue:)) }
}

/// The values of a file, whose settings aren't known.
struct FileContents: SafeDefaults {
    typealias Keys = FileKey

    let store: DefaultsStore
}

/// A file of values.
struct OpenedFile: Sendable {
    /// The absolute path.
    let path: String

    /// The store; nil for a file that can be read, but can't be a store.
    let store: DefaultsStore?

    /// Opens a file.
    ///
    /// Only a write creates or changes anything.
    init(_ path: String, isWriting: Bool) throws(CommandFailure) {
        guard !path.isEmpty else { throw .usage("The file's name is empty.") }
        let url = URL(fileURLWithPath: path).absoluteURL
        self.path = url.path
        // A store whose property list hasn't been written yet has a journal only.
        let journal = url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).journal")
        let isThere = [url, journal].contains { FileManager.default.fileExists(atPath: $0.path) }
        guard isThere || isWriting else { throw CommandFailure(.noInput, "\(path.quoted) doesn't exist.") }
        do throws(DefaultsError) {
            store = DefaultsStore(try FileDefaults(url: url))
        } catch {
            // Another user's file, or one on a network file system, can still be read.
            if isWriting { throw CommandFailure(.failedWrite, error.description) }
            store = nil
        }
    }

    /// The stored values.
    func snapshot() throws -> DefaultsSnapshot {
        guard let store else { return try imported() }
        let names = store.userDefaults.persistentDomain(forName: path).map { $0.keys.sorted() } ?? []
        return FileKey.$names.withValue(names) { store.snapshot(of: [FileContents.self]) }
    }

    private func imported() throws -> DefaultsSnapshot {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw CommandFailure(.noInput, "\(path.quoted) can't be read.")
        }
        do throws(DefaultsImportError) {
            return try DefaultsSnapshot(importing: data)
        } catch {
            throw CommandFailure(.data, sentences: error.problems.map(\.description))
        }
    }

    /// A setting of the file, whose type is that of a kind.
    func setting(_ name: String, kind: String?, in store: DefaultsStore) -> AnySetting {
        let key = FileKey(rawValue: name)
        typealias Setting<Value> = DomainSetting<FileContents, Value>
        switch kind {
        case "-string": return AnySetting(Setting<String?>(key), in: store)
        case "-int": return AnySetting(Setting<Int?>(key), in: store)
        case "-float": return AnySetting(Setting<Double?>(key), in: store)
        case "-bool": return AnySetting(Setting<Bool?>(key), in: store)
        case "-date": return AnySetting(Setting<Date?>(key), in: store)
        case "-data": return AnySetting(Setting<Data?>(key), in: store)
        default: return AnySetting(Setting<PropertyListValue?>(key), in: store)
        }
    }
}
