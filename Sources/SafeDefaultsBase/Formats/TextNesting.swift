package import Foundation

/// Measures how deeply a property list in text form is nested, before Foundation reads it.
///
/// NB: Foundation's readers of XML and of old-style lists recurse once for each level, without a limit. A list of some
/// hundred thousand parentheses ends the process.
///
/// The measure may be too large, but never too small for Foundation. A mark that could be inside a comment or a string,
/// depending on the reader, makes the whole list odd. Then each mark that opens something counts as a level.
/// Only a table of strings without braces, which is a dictionary for Foundation, is no level here.
package struct TextNesting {
    private let bytes: [UInt8]
    private let deepest: Int
    private var position = 0
    private var depth = 0
    private var isTooDeep = false

    /// Returns whether a text has at most so many levels, in whatever way it is read.
    ///
    /// It also returns false for bytes that Foundation might read in another encoding than UTF-8 or UTF-16.
    package static func isShallow(_ data: Data, deepest: Int) -> Bool {
        let marks: [[UInt8]] = [[0xFE, 0xFF], [0xFF, 0xFE]]
        guard !marks.contains(where: data.starts) else {
            guard let text = String(data: data, encoding: .utf16) else { return false }
            return isShallow(utf8: Array(text.utf8), deepest: deepest)
        }
        return isShallow(utf8: [UInt8](data), deepest: deepest)
    }

    private static func isShallow(utf8 bytes: [UInt8], deepest: Int) -> Bool {
        let mark = Array("\u{FEFF}".utf8)
        let bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        guard let first = bytes.first(where: { !$0.isSpace }), !bytes.contains(0) else { return false }
        let isXML = first == UInt8(ascii: "<")
        guard !isXML || hasKnownEncoding(bytes) else { return false }
        // In XML, the element around the list is a level, too, and so is one in it, such as a string.
        var nesting = TextNesting(bytes: bytes, deepest: isXML ? deepest + 2 : deepest)
        let isOdd = isXML ? !nesting.measureXML() : !nesting.measureOldList()
        guard isOdd else { return !nesting.isTooDeep }
        let openings = bytes.indices.count { index in
            switch bytes[index] {
            case UInt8(ascii: "<"): index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "/")
            case UInt8(ascii: "{"), UInt8(ascii: "("): true
            default: false
            }
        }
        return openings <= nesting.deepest
    }

    private init(bytes: [UInt8], deepest: Int) {
        self.bytes = bytes
        self.deepest = deepest
    }

    /// Returns whether an XML declaration, if there is one, names an encoding in which ASCII is ASCII.
    private static func hasKnownEncoding(_ bytes: [UInt8]) -> Bool {
        let head = String(decoding: bytes.prefix(512), as: UTF8.self).lowercased()
        guard let place = head.range(of: "encoding") else { return true }
        let name = head[place.upperBound...].drop { " \t\r\n=\"'".contains($0) }.prefix { !" \t\r\n\"'?>".contains($0) }
        return ["utf-8", "utf8", "utf-16", "us-ascii", "ascii", "iso-8859-1", "latin1"].contains(name)
    }

    private mutating func open() {
        depth += 1
        if depth > deepest { isTooDeep = true }
    }

    /// Measures an XML document, and returns false if it is odd.
    private mutating func measureXML() -> Bool {
        while let mark = bytes[position...].firstIndex(of: UInt8(ascii: "<")), !isTooDeep {
            position = mark + 1
            let rest = bytes[position...]
            if rest.starts(with: "!--".utf8) {
                // NB: Foundation ends such a comment here, and other readers don't.
                if rest.starts(with: "!-->".utf8) || rest.starts(with: "!--->".utf8) { return false }
                skip(past: "-->")
            } else if rest.starts(with: "![CDATA[".utf8) {
                skip(past: "]]>")
            } else if rest.starts(with: "?".utf8) {
                skip(past: "?>")
            } else {
                let end = rest.firstIndex(of: UInt8(ascii: ">")) ?? bytes.endIndex
                defer { position = end }
                switch rest.first {
                case UInt8(ascii: "!"):
                    guard isPlainDocumentType(rest[..<end]) else { return false }
                case UInt8(ascii: "/"):
                    depth -= 1
                    if depth < 0 { return false }
                default:
                    if bytes[end - 1] != UInt8(ascii: "/") { open() }
                }
            }
        }
        return true
    }

    /// Returns whether a document type can only end at the first `>`.
    private func isPlainDocumentType(_ text: ArraySlice<UInt8>) -> Bool {
        !text.contains { "['<".utf8.contains($0) } && text.count { $0 == UInt8(ascii: "\"") }.isMultiple(of: 2)
    }

    /// Moves past the next occurrence of a mark, or to the end if there is none.
    private mutating func skip(past mark: StaticString) {
        let mark = UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount)
        while position < bytes.count, !bytes[position...].starts(with: mark) { position += 1 }
        position = min(bytes.count, position + mark.count)
    }

    /// Measures an old-style list, and returns false if it is odd.
    private mutating func measureOldList() -> Bool {
        while position < bytes.count, !isTooDeep {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "("): open()
            case UInt8(ascii: "}"), UInt8(ascii: ")"):
                depth -= 1
                if depth < 0 { return false }
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                while position < bytes.count, bytes[position] != byte {
                    position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
                }
                position += 1
            case UInt8(ascii: "/"):
                // A comment, or a part of a word.
                if position < bytes.count, "/*".utf8.contains(bytes[position]) { return false }
            default: break
            }
        }
        return true
    }
}
