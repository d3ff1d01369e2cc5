import Foundation

/// Reads a property list in one of its text forms, which other tools write: XML, and the old one with braces.
enum SnapshotText {
    static func read(_ bytes: [UInt8]) -> SnapshotReader.Reading {
        // Foundation's parsers recurse once a level.
        guard !mayNestTooDeep(bytes),
            let object = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil),
            let entries = object as? [String: Any]
        else { return SnapshotReader.Reading(isDamaged: true) }
        var reading = SnapshotReader.Reading()
        for (name, object) in entries {
            do throws(ForeignObject) {
                reading.values[StoredName(name)] = try PropertyListValue(foundationObject: object)
            } catch {
                reading.isDamaged = true
            }
        }
        return reading
    }

    private static func mayNestTooDeep(_ bytes: [UInt8]) -> Bool {
        let isXML = bytes.first { !$0.isSpace && $0 < 0x80 } == UInt8(ascii: "<")
        return isXML
            ? mayNestElementsTooDeep(bytes) : String(decoding: bytes, as: UTF8.self).mayNestTooDeep
    }

    /// In XML: counts elements that are open at once, comments and the like left out.
    private static func mayNestElementsTooDeep(_ bytes: [UInt8]) -> Bool {
        var (depth, place) = (0, 0)
        while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
            let rest = bytes[start...]
            place = start + 1
            if rest.starts(with: Array("<!--".utf8)) {
                place = end(of: "-->", in: bytes, from: start + 4)
            } else if rest.starts(with: Array("<![CDATA[".utf8)) {
                place = end(of: "]]>", in: bytes, from: start + 9)
            } else if rest.starts(with: Array("</".utf8)) {
                depth -= 1
            } else if !rest.starts(with: Array("<?".utf8)), !rest.starts(with: Array("<!".utf8)) {
                depth += 1
                if depth > 2 * deepestPropertyList { return true }
                place = rest.firstIndex(of: UInt8(ascii: ">")) ?? bytes.count
                if place < bytes.count, bytes[place - 1] == UInt8(ascii: "/") { depth -= 1 }
            }
        }
        return false
    }

    private static func end(of mark: String, in bytes: [UInt8], from start: Int) -> Int {
        let mark = Array(mark.utf8)
        var place = start
        while place < bytes.count {
            if bytes[place...].starts(with: mark) { return place + mark.count }
            place += 1
        }
        return bytes.count
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
