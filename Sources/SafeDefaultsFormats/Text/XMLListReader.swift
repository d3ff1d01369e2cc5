import Foundation
package import SafeDefaults

/// Reads XML property lists from untrusted sources, in one pass, and no deeper than stored values may be.
///
/// A list is in UTF-8, or in UTF-16 with a byte order mark. One whose first line names another encoding isn't read.
/// Of a damaged one, what can be read is read.
///
/// NB: Foundation's reader is recursive without a limit. It also hashes only 96 characters of a key. If the keys of a
/// list differ only in other characters, a list of a few megabytes can keep that reader busy for minutes.
package struct XMLListReader: ByteReader {
    /// The error for a document that isn't a property list, or is nested too deeply.
    struct Flaw: Error {
        /// A clause that says what is wrong; nil if the document isn't well-formed.
        var reason: String?
    }

    let bytes: UnsafeBufferPointer<UInt8>
    let meter: WorkMeter?
    var position = 0

    /// Whether a dictionary with a name that occurs twice, and text after the list, are flaws.
    private let isStrict: Bool

    /// Creates a reader for a document in UTF-8 without a byte order mark.
    init(_ bytes: UnsafeBufferPointer<UInt8>, isStrict: Bool = false, meter: WorkMeter? = nil) {
        self.bytes = bytes
        self.isStrict = isStrict
        self.meter = meter
    }

    // MARK: - Whole lists

    /// Returns the value of a list, or `nil` if the bytes aren't one.
    package static func value(_ bytes: [UInt8], meter: WorkMeter? = nil) -> PropertyListValue? {
        meter?.add(1)
        return bytes.withUTF8 { text, _ in
            var reader = XMLListReader(text, meter: meter)
            return try? reader.value()
        } ?? nil
    }

    /// Returns the entries of a list's dictionary.
    ///
    /// If the list is damaged, returns the entries that can be read.
    static func entries(_ bytes: [UInt8], meter: WorkMeter? = nil) -> SnapshotReader.Reading {
        meter?.add(1)
        return bytes.withUTF8 { text, _ in
            var reader = XMLListReader(text, meter: meter)
            return reader.entries()
        } ?? SnapshotReader.Reading(isDamaged: true)
    }

    /// Returns the value of the whole document.
    mutating func value() throws(Flaw) -> PropertyListValue {
        let (tag, isInList) = try start()
        let value = try value(tag, depth: 0)
        if isInList { try end(.plist) }
        if isStrict {
            try skipSpacesAndComments()
            guard position == bytes.count else { throw Flaw() }
        }
        return value
    }

    private mutating func entries() -> SnapshotReader.Reading {
        var reading = SnapshotReader.Reading()
        do throws(Flaw) {
            let (tag, isInList) = try start()
            guard tag.name == .dict else { throw Flaw() }
            while !tag.isEmpty, try !closesElement() {
                let name = StoredName(try key())
                try skipSpacesAndComments()
                let start = position
                do throws(Flaw) {
                    let value = try value(try openTag(), depth: 0)
                    if reading.values.updateValue(value, forKey: name) != nil { reading.isDamaged = true }
                } catch {
                    reading.isDamaged = true
                    position = start
                    try skipElement()
                }
            }
            if !tag.isEmpty { try end(.dict) }
            if isInList { try end(.plist) }
        } catch {
            reading.isDamaged = true
        }
        return reading
    }

    /// Reads the document up to the tag that opens the first value.
    ///
    /// Returns the tag, and whether it is in a `plist` element.
    private mutating func start() throws(Flaw) -> (tag: Tag, isInList: Bool) {
        try checkEncoding()
        try skipSpacesAndComments()
        if take("<!DOCTYPE") {
            // Behind a `>` in a declaration of its own, which no list needs, no element begins: that is refused.
            _ = try skip(to: ">")
            try skipSpacesAndComments()
        }
        let tag = try openTag()
        guard tag.name == .plist else { return (tag, false) }
        guard !tag.isEmpty else { throw Flaw() }
        try skipSpacesAndComments()
        return (try openTag(), true)
    }

    /// Throws a flaw if the document's first line names an encoding in which the same bytes may be other text.
    private func checkEncoding() throws(Flaw) {
        let head = String(decoding: bytes.prefix(256).prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self).lowercased()
        guard head.contains("<?xml"), let place = head.range(of: "encoding") else { return }
        let name = head[place.upperBound...].drop { " \t\r\n=\"'".contains($0) }.prefix { !" \t\r\n\"'?".contains($0) }
        let isUnicode = ["utf-8", "utf8", "us-ascii", "ascii"].contains(name) || name.hasPrefix("utf-16")
        // In these encodings, a byte of ASCII is the same character as in UTF-8.
        let hasASCII = ["iso-8859", "windows-125", "macintosh"].contains { name.hasPrefix($0) }
        guard isUnicode || hasASCII && bytes.allSatisfy({ $0 < 0x80 }) else {
            throw Flaw(reason: "it is in the encoding \(name), and not in UTF-8 or UTF-16")
        }
    }

    // MARK: - Values

    private mutating func value(_ tag: Tag, depth: Int) throws(Flaw) -> PropertyListValue {
        let value: PropertyListValue
        switch tag.name {
        case .true, .false: value = .boolean(tag.name == .true)
        case .array: return .array(tag.isEmpty ? [] : try array(depth: depth))
        case .dict: return .dictionary(tag.isEmpty ? [:] : try dictionary(depth: depth))
        case .string: value = .string(tag.isEmpty ? "" : try text())
        case .integer: value = try self.value(tag, XMLListText.integer)
        case .real: value = try self.value(tag, XMLListText.real)
        case .date: value = try self.value(tag, XMLListText.date)
        case .data: value = try self.value(tag, XMLListText.data)
        case .key, .plist: throw Flaw()
        }
        if !tag.isEmpty { try end(tag.name) }
        return value
    }

    /// Reads the text and the attribute of an element that isn't a string or a collection.
    private mutating func value(
        _ tag: Tag, _ convert: (String) -> PropertyListValue?
    ) throws(Flaw) -> PropertyListValue {
        guard !tag.isEmpty, let value = convert(try text()) else { throw Flaw() }
        return value.exact(attributes: bytes[tag.attributes])
    }

    private mutating func array(depth: Int) throws(Flaw) -> [PropertyListValue] {
        guard depth < deepestPropertyList else { throw Flaw() }
        var values: [PropertyListValue] = []
        while try !closesElement() { values.append(try value(try openTag(), depth: depth + 1)) }
        try end(.array)
        return values
    }

    private mutating func dictionary(depth: Int) throws(Flaw) -> [String: PropertyListValue] {
        guard depth < deepestPropertyList else { throw Flaw() }
        var values: [String: PropertyListValue] = [:]
        while try !closesElement() {
            let name = try key()
            try skipSpacesAndComments()
            let isTwice = values.updateValue(try value(try openTag(), depth: depth + 1), forKey: name) != nil
            guard !isTwice || !isStrict else { throw Flaw(reason: "a name occurs twice") }
        }
        try end(.dict)
        return values
    }

    private mutating func key() throws(Flaw) -> String {
        let tag = try openTag()
        guard tag.name == .key else { throw Flaw() }
        guard !tag.isEmpty else { return "" }
        let name = try text()
        try end(.key)
        return name
    }

    // MARK: - Tags

    private enum Name: String {
        case plist, dict, array, key, string, integer, real, date, data, `true`, `false`
    }

    private struct Tag {
        let name: Name
        let isEmpty: Bool

        /// The place of the text between the name and the end of the tag.
        let attributes: Range<Int>
    }

    /// Reads a tag that opens an element.
    private mutating func openTag() throws(Flaw) -> Tag {
        guard let name = Name(rawValue: try tagName()) else { throw Flaw() }
        let start = position
        let isEmpty = try endTag()
        return Tag(name: name, isEmpty: isEmpty, attributes: start..<position - 1)
    }

    /// Reads the name in a tag that opens an element.
    private mutating func tagName() throws(Flaw) -> String {
        guard take("<") else { throw Flaw() }
        let start = position
        while position < bytes.count, !bytes[position].endsTagName, position - start < 16 { position += 1 }
        meter?.add(position - start)
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Reads the rest of a tag.
    ///
    /// Returns whether the tag ends with `/>`, and so closes its element too.
    private mutating func endTag() throws(Flaw) -> Bool {
        // The tags of a property list have no attributes that contain `>`.
        skip { $0 != UInt8(ascii: ">") }
        guard position < bytes.count else { throw Flaw() }
        position += 1
        return bytes[position - 2] == UInt8(ascii: "/")
    }

    /// Reads the tag that closes an element.
    private mutating func end(_ name: Name) throws(Flaw) {
        try skipSpacesAndComments()
        guard take("</"), take(name.rawValue) else { throw Flaw() }
        skip(while: \.isXMLSpace)
        guard take(">") else { throw Flaw() }
    }

    /// Returns whether the next tag closes the current element.
    private mutating func closesElement() throws(Flaw) -> Bool {
        try skipSpacesAndComments()
        return starts(with: "</")
    }

    /// Moves past an element and its content.
    private mutating func skipElement() throws(Flaw) {
        var depth = 0
        repeat {
            if starts(with: "<!--") || starts(with: "<?") {
                try skipSpacesAndComments()
            } else if take("<![CDATA[") {
                _ = try skip(to: "]]>")
            } else if take("</") {
                _ = try endTag()
                depth -= 1
            } else {
                _ = try tagName()
                if try !endTag() { depth += 1 }
            }
            if depth > 0 { skip { $0 != UInt8(ascii: "<") } }
        } while depth > 0
    }

    // MARK: - Character data

    /// Reads the text up to the next tag.
    private mutating func text() throws(Flaw) -> String {
        var text = try text(skipText())
        guard starts(with: "&") || starts(with: "<![") else { return text }
        while true {
            if take("&") {
                text.unicodeScalars.append(try entity())
            } else if take("<![CDATA[") {
                let start = position
                text += try self.text(start..<(try skip(to: "]]>")))
            } else {
                return text
            }
            text += try self.text(skipText())
        }
    }

    private func text(_ range: Range<Int>) throws(Flaw) -> String {
        guard let text = String(soundUTF8: bytes[range]) else { throw Flaw() }
        return text
    }

    /// Moves to the next tag or entity, and returns the range of the text before it.
    private mutating func skipText() -> Range<Int> { skip { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") } }

    /// Reads the rest of an entity, after the `&`.
    ///
    /// Only character references and the predefined entities of XML are supported.
    private mutating func entity() throws(Flaw) -> Unicode.Scalar {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: ";"), position - start < 12 { position += 1 }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        guard take(";") else { throw Flaw() }
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "apos": return "'"
        case "quot": return "\""
        default:
            guard name.hasPrefix("#") else { throw Flaw() }
            let digits = name.dropFirst()
            let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            guard let number, number > 0, let scalar = Unicode.Scalar(number) else { throw Flaw() }
            return scalar
        }
    }

    // MARK: - Spaces, comments and declarations

    /// Moves past spaces, comments and processing instructions.
    private mutating func skipSpacesAndComments() throws(Flaw) {
        while true {
            skip(while: \.isXMLSpace)
            if take("<!--") {
                _ = try skip(to: "-->")
            } else if take("<?") {
                _ = try skip(to: "?>")
            } else {
                return
            }
        }
    }

    // MARK: - Bytes

    /// Moves past the next occurrence of a mark, and returns the position at which the mark starts.
    private mutating func skip(to mark: String) throws(Flaw) -> Int {
        let start = position
        defer { meter?.add(position - start) }
        while position < bytes.count {
            if starts(with: mark) {
                defer { position += mark.utf8.count }
                return position
            }
            position += 1
        }
        throw Flaw()
    }
}

extension UInt8 {
    fileprivate var isXMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
    fileprivate var endsTagName: Bool { isXMLSpace || self == UInt8(ascii: ">") || self == UInt8(ascii: "/") }
}
