import Foundation
import SafeDefaults

/// The keys of one prefix in etcd.
///
/// A value is stored under the prefix and its stored name. A key whose name begins with NUL belongs to the library; it
/// lies outside of the range that is read and watched.
struct FleetKeys: Sendable {
    let prefix: Data

    /// The start of the range that is read and watched: the first key after the library's own keys.
    let start: Data

    /// The end of that range: the first key after all that begin with the prefix.
    let end: Data

    /// The key under which this process leaves the number of its last operation.
    let marker: Data

    /// The name by which this process is known under the prefix.
    private let process = UUID().uuidString

    init(prefix: String) {
        self.prefix = Data(prefix.utf8)
        start = self.prefix + [1]
        // A prefix without a byte that can be increased isn't UTF-8. Zero alone stands for the end of all keys.
        var end = self.prefix
        if let last = end.popLast() { end.append(last + 1) } else { end = Data([0]) }
        self.end = end
        marker = self.prefix + Data("\0writers/\(process)".utf8)
    }

    /// The question how many keys there are.
    var count: RangeRequest { RangeRequest(key: start, rangeEnd: end, countOnly: true) }

    /// Returns the key of a stored name.
    func key(_ name: StoredName) -> Data { prefix + Data(name.text.utf8) }

    /// The keys of the processes that wait to change a value.
    struct Waiting: Sendable {
        let own: Data

        /// The question how many there are, and which has come last.
        let all: RangeRequest
    }

    /// Returns the keys of the processes that wait to change the value of a name.
    func waiting(_ name: StoredName) -> Waiting {
        let line = prefix + Data("\0waiting/\(name.text)\0".utf8)
        return Waiting(
            own: line + Data(process.utf8),
            all: RangeRequest(
                key: line, rangeEnd: line.dropLast() + [1], limit: "1", sortOrder: "DESCEND", sortTarget: "MOD",
                keysOnly: true))
    }

    /// Returns the stored name of a key; nil if no name has the key.
    func name(_ key: Data) -> StoredName? {
        guard key.starts(with: prefix) else { return nil }
        guard let text = String(soundUTF8: key.dropFirst(prefix.count)), Self.reasonToRefuse(text) == nil else {
            return nil
        }
        return StoredName(text)
    }

    /// Returns why nothing can be stored under a name, as a clause; nil if something can.
    static func reasonToRefuse(_ name: String) -> String? {
        switch name.utf8.first {
        case nil: "a name in etcd can't be empty"
        case 0: "a name in etcd can't begin with a null character"
        default: nil
        }
    }
}

/// The form in which a value is stored in etcd: JSON on one line, with the escapes of an export.
enum FleetForm {
    static func data(_ value: PropertyListValue) -> Data { Data(PropertyListJSON.line(value).utf8) }

    /// Returns what some bytes hold, which other programs may have written.
    static func content(_ data: Data) -> StoredContent {
        if let text = String(soundUTF8: data), let value = PropertyListValue(json: text) { return .value(value) }
        return .nonPropertyList(.object(typeName: "text that isn't JSON of a stored value"))
    }
}
