import Foundation

// Direct access, without the types of Foundation.

extension FileDefaults: PropertyListStore {
    func propertyListValue(forKey name: String) -> PropertyListValue? { domains.value(name) }

    func contents(named names: [String]) -> [String: StoredContent]? { domains.contents(of: names) }

    func storedContent(forKey name: String) -> StoredContent? {
        domains.connection.engine.map { StoredContent($0.value(name)) }
    }

    func setPropertyListValue(_ value: PropertyListValue?, forKey name: String) throws(DefaultsError) {
        try domains.connection.engineForWriting().write(
            value.map { .set(StoredName(name), $0) } ?? .remove(StoredName(name)), from: source.listener)
        announce()
    }

    func apply(_ changes: [String: PropertyListValue?]) throws(DefaultsError) {
        let changes = changes.map { name, value in
            value.map { StoreChange.set(StoredName(name), $0) } ?? .remove(StoredName(name))
        }
        try domains.connection.engineForWriting().write(changes, from: source.listener)
        announce()
    }

    func beginExclusion() throws(DefaultsError) {
        let engine = try domains.connection.engineForWriting()
        try engine.prepareForFirstWrite()
        try engine.lockForWriting()
    }

    func endExclusion() { domains.connection.engine?.unlockForWriting() }
}
