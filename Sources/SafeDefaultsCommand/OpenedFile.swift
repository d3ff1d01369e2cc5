import Foundation
import SafeDefaults
#if !COCOAPODS
import SafeDefaultsFiles
import SafeDefaultsInspection
import SafeDefaultsSnapshots
#endif

/// A key with any name.
struct FileKey: DefaultsKey {
    let rawValue: String

    static var allCases: [FileKey] { [] }
}

/// The values of a file or a store, whose settings aren't known.
struct FileContents: SafeDefaults {
    typealias Keys = FileKey

    let store: DefaultsStore
}

/// A file of values, or a store of any kind.
struct OpenedFile: Sendable {
    /// The absolute path; nil for a store that was opened before.
    let path: String?

    /// The store; nil for a file that is only read, and isn't one.
    let store: DefaultsStore?

    /// Takes a store of any kind for a file.
    init(_ store: DefaultsStore) { (path, self.store) = (nil, store) }

    /// Opens a file.
    ///
    /// Only a write creates or changes anything.
    init(_ path: String, isWriting: Bool) throws(CommandFailure) {
        guard !path.isEmpty else { throw .usage("The file's name is empty.") }
        let url = URL(fileURLWithPath: path).absoluteURL
        self.path = url.path
        let family = StoreFamily(url)
        guard isWriting || family.exists else {
            throw CommandFailure(.noInput, "\(path.quoted) doesn't exist.")
        }
        // Without a journal, the property list has all values.
        if !family.hasJournal {
            guard isWriting else {
                store = nil
                return
            }
            if family.exists { try Self.refuseOtherText(path) }
            try family.refuseOtherDirectory()
        }
        do throws(DefaultsError) {
            store = try Self.store(url, isWriting: isWriting)
        } catch {
            if isWriting { throw CommandFailure(.failedWrite, error.description) }
            // The list of another user, or one on a network file system, can still be read if it has all values.
            if family.mayHaveNewerValues {
                throw CommandFailure(.noInput, "\(path.quoted) can't be read. \(error)")
            }
            store = nil
        }
    }

    /// Throws a failure if a file is JSON or other text, which a store would set aside as a damaged property list.
    private static func refuseOtherText(_ path: String) throws(CommandFailure) {
        guard DefaultsSnapshot.isOtherText(try InputFile.read(path)) else { return }
        throw CommandFailure(
            .data,
            sentences: [
                "\(path.quoted) is JSON or other text, which is only read: a write would make it a property list.",
                "Nothing was changed. The command export makes a property list of it, in another file.",
            ])
    }

    private static func store(_ url: URL, isWriting: Bool) throws(DefaultsError) -> DefaultsStore {
        let open = { Result { () throws(DefaultsError) in DefaultsStore(try FileDefaults(url: url)) } }
        return try (isWriting ? open() : DefaultsStore.withoutCreatingFiles(open)).get()
    }

    /// The word for it in messages: `file` or `store`.
    var noun: String { path == nil ? "store" : "file" }

    /// The names under which something is stored that is no value.
    var unreadableNames: [String] {
        guard let store, path == nil else { return [] }
        return store.box.storedContents().filter { $0.value.propertyListValue == nil }.keys.sorted()
    }

    /// The stored values.
    func snapshot() throws -> DefaultsSnapshot {
        let (snapshot, failure) = try readablePart()
        if let failure { throw failure }
        return snapshot
    }

    /// Returns the stored values that can be read, and the reason if these aren't all, because the file is damaged.
    func readablePart() throws -> (snapshot: DefaultsSnapshot, failure: CommandFailure?) {
        guard let store else {
            let (snapshot, problems) = DefaultsSnapshot.reading(try InputFile.read(path ?? ""), verb: "be read")
            guard !problems.isEmpty else { return (snapshot, nil) }
            let failure = CommandFailure(.data, sentences: problems.map(\.description))
            return (snapshot.values.isEmpty ? leftovers : snapshot, failure)
        }
        var failure: CommandFailure?
        do throws(CommandFailure) {
            try store.checkReadable()
        } catch {
            guard store.availability != .notYetReadable else { throw error }
            failure = error
        }
        return (values(in: store), failure)
    }

    /// What a store would read of a damaged property list; empty if there is nothing, or if it is another user's.
    private var leftovers: DefaultsSnapshot {
        // The failure says that the file is damaged.
        DefaultsIssue.withHandler({ _ in }) {
            let store = try? Self.store(URL(fileURLWithPath: path ?? ""), isWriting: false)
            return store.map(values) ?? DefaultsSnapshot(values: [:])
        }
    }

    private func values(in store: DefaultsStore) -> DefaultsSnapshot {
        let names =
            path.map { store.userDefaults.persistentDomain(forName: $0).map { $0.keys.sorted() } ?? [] }
            ?? store.box.storedNames()
        return DefaultsSnapshot(
            values: store.box.contents(named: names, in: .own).compactMapValues(\.propertyListValue))
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
