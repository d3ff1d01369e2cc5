package import Foundation
package import SafeDefaults

/// Reads and writes exported values: the bytes of a property list, or of JSON, with a dictionary at the top.
package enum PropertyListFile {
    /// The maximum size in bytes of what is written and read.
    package static let largest = 16 << 20

    /// A format of property lists as bytes.
    package enum Format: Sendable {
        case json, xml, binary
    }

    // MARK: - Writing

    /// Returns the bytes for a dictionary.
    ///
    /// Equal dictionaries have equal bytes.
    ///
    /// - Throws: The flaw of the first value that the format can't represent exactly.
    package static func data(
        of values: [String: PropertyListValue], as format: Format
    ) throws(PropertyListFlaw) -> Data {
        try check(.dictionary(values), for: format)
        let data =
            switch format {
            case .json: JSONDocument.data(values)
            case .xml: XMLListWriter.document(values)
            case .binary: Data(BinaryListWriter.bytes(of: .dictionary(values)))
            }
        guard data.count <= largest else { throw tooLarge }
        return data
    }

    private static var tooLarge: PropertyListFlaw {
        PropertyListFlaw(reason: "it has more than \(largest >> 20) megabytes")
    }

    /// Throws an error if a format can't represent a value.
    private static func check(_ value: PropertyListValue, for format: Format) throws(PropertyListFlaw) {
        switch value {
        case .date(let date):
            guard date.isInReachOfAFile else { throw PropertyListFlaw(reason: "its date is out of a file's range") }
        case .string(let string):
            guard format != .xml || !string.utf8.contains(0) else { throw nullCharacter }
        case .array(let values):
            for index in values.indices {
                try PropertyListFlaw.locating("[\(index)]") { () throws(PropertyListFlaw) in
                    try check(values[index], for: format)
                }
            }
        case .dictionary(let values):
            for (name, value) in values.inByteOrder() {
                try PropertyListFlaw.locating(name) { () throws(PropertyListFlaw) in
                    guard format != .xml || !name.utf8.contains(0) else { throw nullCharacter }
                    try check(value, for: format)
                }
            }
        default: return
        }
    }

    private static var nullCharacter: PropertyListFlaw {
        PropertyListFlaw(reason: "it contains a null character, which XML can't represent")
    }

    // MARK: - Reading

    /// The result of reading a file: the sound values, and the flaws.
    package struct Contents {
        package var values: [String: PropertyListValue] = [:]
        package var flaws: [PropertyListFlaw] = []
    }

    /// Reads bytes in any of the formats.
    package static func contents(of data: Data) -> Contents {
        do throws(PropertyListFlaw) {
            guard data.count <= largest else { throw tooLarge }
            let bytes = [UInt8](data)
            guard !bytes.starts(with: "bplist".utf8) else { return Contents(values: try binaryValues(data)) }
            let result = bytes.withUTF8 { text, isXML in
                Result { () throws(PropertyListFlaw) in
                    isXML ? Contents(values: try xmlValues(text)) : try jsonContents(text)
                }
            }
            guard let result else { throw PropertyListFlaw(reason: "it is empty, or is no text in Unicode") }
            return try result.get()
        } catch {
            return Contents(flaws: [error])
        }
    }

    /// Returns whether bytes are text that is no XML, such as JSON.
    package static func isOtherText(_ data: Data) -> Bool {
        guard !data.starts(with: "bplist".utf8) else { return false }
        return [UInt8](data).withUTF8 { _, isXML in !isXML } ?? false
    }

    private static func binaryValues(_ data: Data) throws(PropertyListFlaw) -> [String: PropertyListValue] {
        guard let value = PropertyListValue(binaryList: data) else {
            throw PropertyListFlaw(
                reason: "it is damaged, nested more than \(deepestPropertyList) levels deep, or has a name twice")
        }
        return try dictionary(value)
    }

    private static func dictionary(_ value: PropertyListValue) throws(PropertyListFlaw) -> [String: PropertyListValue] {
        guard case .dictionary(let values) = value else {
            throw PropertyListFlaw(reason: "it is \(value.kind.nameWithArticle), not a dictionary of names and values")
        }
        return values
    }

    private static func xmlValues(
        _ text: UnsafeBufferPointer<UInt8>
    ) throws(PropertyListFlaw) -> [String: PropertyListValue] {
        var reader = XMLListReader(text, isStrict: true)
        let value: PropertyListValue
        do throws(XMLListReader.Flaw) {
            value = try reader.value()
        } catch {
            let reason = error.reason ?? "it is no XML property list of at most \(deepestPropertyList) levels"
            throw PropertyListFlaw(reason: "\(reason), at \(place(of: reader.position, in: text))")
        }
        return try dictionary(value)
    }

    private static func jsonContents(_ text: UnsafeBufferPointer<UInt8>) throws(PropertyListFlaw) -> Contents {
        guard String(soundUTF8: text) != nil else { throw PropertyListFlaw(reason: "it isn't valid UTF-8") }
        var reader = JSONReader(text, isPropertyList: true)
        let json: PropertyListValue
        do throws(JSONReader.Flaw) {
            json = try reader.readAll()
        } catch {
            let reason =
                switch error {
                case .noJSON: "it is no JSON and no property list"
                case .tooDeep: "it is nested more than \(deepestPropertyList) levels deep"
                }
            throw PropertyListFlaw(reason: "\(reason), at \(place(of: reader.position, in: text))")
        }
        guard let members = json.jsonMembers else {
            throw PropertyListFlaw(reason: "it is \(json.jsonNameWithArticle), not an object of names and values")
        }
        var contents = Contents()
        for (name, member) in members.inByteOrder() {
            do throws(PropertyListFlaw) {
                contents.values[name] = try PropertyListJSON.value(member)
            } catch {
                contents.flaws.append(PropertyListFlaw(reason: error.reason, path: [name] + error.path))
            }
        }
        return contents
    }

    private static func place(of position: Int, in text: UnsafeBufferPointer<UInt8>) -> String {
        let before = text[..<min(position, text.count)]
        let line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return "line \(line), column \(before.count - start + 1)"
    }
}
