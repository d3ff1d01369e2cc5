import Foundation
package import SafeDefaults

/// Reads property lists in text form: XML and old-style lists.
package enum TextList {
    /// The error for a document that isn't a property list, or is nested too deeply.
    struct Flaw: Error {
        /// A clause that says what is wrong; nil if the document isn't well-formed.
        var reason: String?
    }

    /// Returns the value of a property list in any Unicode encoding, or `nil` if the bytes aren't a property list.
    package static func value(_ bytes: [UInt8], meter: WorkMeter? = nil) -> PropertyListValue? {
        withUTF8(bytes, meter: meter) { text, isXML in
            // A document that starts with `<` like XML may also be data in an old-style list.
            if isXML, let value = Self.xmlValue(text, meter) { return value }
            do throws(Flaw) {
                var reader = OldListReader(text, meter: meter)
                return try reader.value()
            } catch {
                return nil
            }
        } ?? nil
    }

    /// Returns the entries of a list's dictionary.
    ///
    /// If the list is damaged, returns the entries that can be read.
    static func entries(_ bytes: [UInt8], meter: WorkMeter? = nil) -> SnapshotReader.Reading {
        withUTF8(bytes, meter: meter) { text, isXML in
            if isXML {
                var reader = XMLListReader(text, meter: meter)
                return reader.entries()
            }
            var reader = OldListReader(text, meter: meter)
            return reader.entries()
        } ?? SnapshotReader.Reading(isDamaged: true)
    }

    private static func xmlValue(_ text: UnsafeBufferPointer<UInt8>, _ meter: WorkMeter?) -> PropertyListValue? {
        do throws(Flaw) {
            var reader = XMLListReader(text, meter: meter)
            return try reader.value()
        } catch {
            return nil
        }
    }

    /// Converts a document to UTF-8 without a byte order mark, and calls a closure with it.
    ///
    /// - Parameters:
    ///   - bytes: The document, in any Unicode encoding.
    ///   - meter: Counts the steps.
    ///   - body: A closure that reads the document. Its second argument is whether the document starts like XML.
    /// - Returns: The result of the closure, or `nil` if the bytes aren't text, or are only spaces.
    static func withUTF8<Result>(
        _ bytes: [UInt8], meter: WorkMeter? = nil, _ body: (UnsafeBufferPointer<UInt8>, Bool) -> Result
    ) -> Result? {
        meter?.add(1)
        guard let encoding = encodings.first(where: { bytes.starts(with: $0.mark) }) else {
            return plain(bytes[...], body)
        }
        let content = bytes[encoding.mark.count...]
        guard encoding.width > 1 else { return plain(content, body) }
        guard content.count.isMultiple(of: encoding.width) else { return nil }
        meter?.add(content.count)
        let units = stride(from: content.startIndex, to: content.endIndex, by: encoding.width).lazy.map { start in
            (0..<encoding.width).reduce(UInt32(0)) { unit, index in
                unit << 8 | UInt32(content[start + (encoding.isBigEndian ? index : encoding.width - 1 - index)])
            }
        }
        let text =
            encoding.width == 2 ? String(soundUTF16: units.map { UInt16(truncatingIfNeeded: $0) }) : utf32(units)
        return text.flatMap { plain(Array($0.utf8)[...], body) }
    }

    private static func utf32(_ units: some Sequence<UInt32>) -> String? {
        var text = String.UnicodeScalarView()
        for unit in units {
            guard let scalar = Unicode.Scalar(unit) else { return nil }
            text.append(scalar)
        }
        return String(text)
    }

    private static func plain<Result>(
        _ bytes: ArraySlice<UInt8>, _ body: (UnsafeBufferPointer<UInt8>, Bool) -> Result
    ) -> Result? {
        guard let first = bytes.first(where: { !$0.isSpace }) else { return nil }
        let isXML = first == UInt8(ascii: "<")
        let encoding = isXML ? xmlEncoding(bytes) : .utf8
        switch encoding {
        case .utf8: return bytes.withUnsafeBufferPointer { body($0, isXML) }
        case .isoLatin1:
            let text = String(String.UnicodeScalarView(bytes.lazy.map { Unicode.Scalar($0) }))
            return Array(text.utf8).withUnsafeBufferPointer { body($0, isXML) }
        default: return nil
        }
    }

    /// Returns the encoding that an XML declaration names, or `nil` if that encoding isn't supported.
    private static func xmlEncoding(_ bytes: ArraySlice<UInt8>) -> String.Encoding? {
        let head = String(decoding: bytes.prefix(256).prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self).lowercased()
        guard head.contains("<?xml"), let place = head.range(of: "encoding") else { return .utf8 }
        let name = head[place.upperBound...].drop { " \t\r\n=\"'".contains($0) }.prefix { !" \t\r\n\"'?".contains($0) }
        switch name {
        case "utf-8", "utf8", "us-ascii", "ascii": return .utf8
        // The caller has already converted a document in one of these encodings to UTF-8.
        case "utf-16", "utf-16be", "utf-16le", "utf-32", "utf-32be", "utf-32le", "unicode": return .utf8
        case "iso-8859-1", "latin1": return .isoLatin1
        default: return nil
        }
    }

    private static let encodings: [(mark: [UInt8], width: Int, isBigEndian: Bool)] = [
        ([0xEF, 0xBB, 0xBF], 1, true), ([0x00, 0x00, 0xFE, 0xFF], 4, true), ([0xFF, 0xFE, 0x00, 0x00], 4, false),
        ([0xFE, 0xFF], 2, true), ([0xFF, 0xFE], 2, false),
    ]
}
