#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles

/// A directory for one file store, gone with this object, and engines over it.
final class FileFixture: Sendable {
    let directory: TemporaryDirectory

    init(isInMemory: Bool = false) { directory = TemporaryDirectory(isInMemory: isInMemory) }

    var url: URL { directory.file("store.plist") }

    /// The store's place.
    func place() throws -> FilePlace { try FilePlace(url) }

    /// An engine of its own, as another process would have it.
    func engine(
        calls: any StorageCalls = SystemCalls(), boot: UInt64? = 1, timeout: DispatchTimeInterval = .seconds(10),
        activity: BackgroundActivity = .system
    ) throws -> FileEngine {
        let storage = Storage(calls)
        let place = try place()
        let files = try StoreFiles(place, storage: storage)
        return try FileEngine(place, files: files, storage: storage, boot: boot, timeout: timeout, activity: activity)
    }

    /// The values that a store of another process reads.
    func values(boot: UInt64? = 1) throws -> [String: PropertyListValue] {
        try engine(boot: boot).texts
    }

    /// The property list as Foundation reads it.
    func propertyList() throws -> [String: PropertyListValue] {
        let object = try PropertyListSerialization.propertyList(from: try Data(contentsOf: url), format: nil)
        return try #require(object as? [String: Any]).mapValues { try PropertyListValue(foundationObject: $0) }
    }

    /// Writes a property list as another program would.
    func edit(_ values: [String: Any], format: PropertyListSerialization.PropertyListFormat = .xml) throws {
        try PropertyListSerialization.data(fromPropertyList: values, format: format, options: 0).write(to: url)
    }

    /// The names of the files that were set aside.
    var aside: [String] { directory.names.filter { $0.contains(".damaged-") } }
}

extension FileEngine {
    /// All values, by their names as texts.
    var texts: [String: PropertyListValue] {
        Dictionary(values().map { ($0.text, $1) }, uniquingKeysWith: { $1 })
    }

    /// Stores a value.
    func set(_ name: String, _ value: PropertyListValue) throws { try write(.set(StoredName(name), value)) }

    /// Removes a value.
    func remove(_ name: String) throws { try write(.remove(StoredName(name))) }
}
#endif
