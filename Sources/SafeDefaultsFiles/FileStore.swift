import Foundation
import SafeDefaults

/// The values of a ``FileDefaults``: those in its file, and those that Foundation manages.
final class FileStore: ExclusiveStore {
    let search: SearchList
    let connection: FileConnection
    let source: FileChangeSource

    /// Whether ``FileDefaults/postsDidChangeNotification`` is set.
    let isPosting = SharedWord()

    init(_ connection: FileConnection, search: SearchList = SearchList(system: .shared)) {
        self.connection = connection
        self.search = search
        source = FileChangeSource(connection, defaults: search.defaults)
    }

    // MARK: - Reading

    func value(named name: String) throws(NonPropertyListObject) -> PropertyListValue? {
        // NB: written out here, because what all stores have in common isn't specialized for this one.
        if search.hasOverrides, let override = search.override(name) { return override }
        if let value = connection.value(name) { return value }
        return try search.valueElsewhere(name)
    }

    func ownValue(named name: String) -> PropertyListValue? { connection.value(name) }

    func ownContents(named names: [String]) -> [String: StoredContent] {
        let stored = connection.engine?.values(names) ?? [:]
        return Dictionary(keepingLast: names.map { ($0, StoredContent(stored[$0])) })
    }

    var ownNames: [String] { (connection.engine?.values() ?? [:]).map(\.key.text) }

    var ownObjects: [String: Any] {
        Dictionary(keepingLast: (connection.engine?.values() ?? [:]).map { ($0.text, $1.swiftObject) })
    }

    // MARK: - Writing

    func beginExclusion() throws(DefaultsError) {
        let engine = try connection.engineForWriting()
        try engine.prepareForFirstWrite()
        try engine.lockForWriting()
    }

    func endExclusion() { connection.engine?.unlockForWriting() }

    func put(_ value: PropertyListValue?, named name: String) throws(DefaultsError) {
        try connection.engineForWriting().write(Self.change(value, name), from: source.listener)
    }

    func put(_ changes: [String: PropertyListValue?]) throws(DefaultsError) {
        try connection.engineForWriting().write(changes.map { Self.change($1, $0) }, from: source.listener)
    }

    private static func change(_ value: PropertyListValue?, _ name: String) -> StoreChange {
        value.map { .set(StoredName(name), $0) } ?? .remove(StoredName(name))
    }

    /// Replaces all values in the file, as one change.
    func replaceAll(by values: [String: PropertyListValue]) throws(DefaultsError) {
        let sets = values.map { StoreChange.set(StoredName($0), $1) }
        try connection.engineForWriting().write([.removeAll] + sets)
    }

    /// Imports the values of another `UserDefaults` into a new file.
    ///
    /// Launch arguments and registered values aren't imported.
    func adopt(_ other: UserDefaults) throws(DefaultsError) {
        let hidden = Set(other.volatileDomain(forName: UserDefaults.argumentDomain).keys)
        let shared = SystemSearchList.shared.all()
        let own = other.dictionaryRepresentation().filter { name, object in
            guard !hidden.contains(name), let value = PropertyListValue(found: object) else { return false }
            return shared[name].map { PropertyListValue(found: $0) != value } ?? true
        }
        let values = PropertyListValue.storable(own)
        try connection.engineForWriting().begin(with: values.map { .set(StoredName($0), $1) })
    }

    func flush(at location: CodeLocation?) -> Bool {
        var advice = DefaultsIssue.SaveAdvice.nothingIsWritten
        do throws(DefaultsError) {
            let engine = try connection.engineForWriting()
            advice = .isUncertain
            try engine.flush()
            return true
        } catch {
            DefaultsIssue.report(.failedSave(error.reason, advice, at: location))
            return false
        }
    }

    var fileURL: URL? { URL(fileURLWithPath: connection.path) }

    func didChange(_ name: String?, through hub: ObservationHub) {
        guard isPosting.isSet else { return }
        hub.announceOnceFree { object in
            NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: object)
        }
    }
}
