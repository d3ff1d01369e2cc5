#if !canImport(Darwin)
import Foundation

/// A value in the file of a store, or in its memory.
enum PreferencesEntry: Equatable {
    case value(PropertyListValue)

    /// An object that no value represents, such as a tree that is too deep; it equals nothing.
    case object(Any)

    init(_ object: Any) {
        do throws(NonPropertyListObject) {
            self = .value(try PropertyListValue(foundationObject: object))
        } catch {
            self = .object(object)
        }
    }

    /// The value; nil if it is an object.
    var value: PropertyListValue? { if case .value(let value) = self { value } else { nil } }

    var object: Any {
        switch self {
        case .value(let value): value.foundationObject
        case .object(let object): object
        }
    }

    static func == (left: PreferencesEntry, right: PreferencesEntry) -> Bool {
        if case (.value(let left), .value(let right)) = (left, right) { left == right } else { false }
    }

    /// Returns the values of a `UserDefaults` or a property list, by name.
    static func values(_ objects: [String: Any]) -> PreferencesFile.Values {
        Dictionary(keepingLast: objects.map { (StoredName($0), PreferencesEntry($1)) })
    }

    /// Returns the values in a property list in any form that Foundation reads; nil if it is damaged.
    static func values(in data: Data) -> PreferencesFile.Values? {
        if data.isBinaryList {
            // NB: Foundation's reader isn't asked, because it can crash on a damaged list.
            guard case .dictionary(let values)? = PropertyListValue(binaryList: data) else { return nil }
            return Dictionary(keepingLast: values.map { (StoredName($0), .value($1)) })
        }
        guard let objects = dictionary(data) ?? withPoints(data).flatMap(dictionary) else { return nil }
        // NB: Foundation takes a file of spaces, or of nothing but comments, for an empty list.
        let mayBeEmpty = data.contains { [UInt8(ascii: "{"), UInt8(ascii: "<")].contains($0) }
        return objects.isEmpty && !mayBeEmpty ? nil : values(objects)
    }

    /// Whether a list, which Foundation has written, has decimal commas, so that Foundation can't read it.
    static func hasCommas(_ data: Data) -> Bool { !data.isBinaryList && dictionary(data) == nil }

    /// Returns values as Foundation writes them to a file and reads them.
    static func throughXML(_ values: PreferencesFile.Values) -> PreferencesFile.Values {
        let objects = Dictionary(keepingLast: values.map { ($0.text, $1.object) })
        do {
            let data = try NumberLocale.withPoint {
                try PropertyListSerialization.data(fromPropertyList: objects, format: .xml, options: 0)
            }
            return PreferencesEntry.values(in: data) ?? values
        } catch {
            return values
        }
    }

    private static func dictionary(_ data: Data) -> [String: Any]? {
        do {
            return try NumberLocale.withPoint {
                try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
            }
        } catch {
            return nil
        }
    }

    /// Returns an XML list whose real numbers have a decimal point.
    ///
    /// NB: Foundation writes them with the sign of the C library's locale, and can't read them again.
    private static func withPoints(_ data: Data) -> Data? {
        guard !data.isBinaryList, let text = String(data: data, encoding: .utf8) else { return nil }
        let parts = text.components(separatedBy: "<real>")
        guard parts.count > 1 else { return nil }
        let numbers = parts.dropFirst().map { part in
            let end = part.firstIndex(of: "<") ?? part.endIndex
            return part[..<end].replacingOccurrences(of: ",", with: ".") + part[end...]
        }
        return Data(([parts[0]] + numbers).joined(separator: "<real>").utf8)
    }
}

extension PropertyListValue {
    /// Whether Foundation takes this value, which is no dictionary and contains no collection, for an old one.
    ///
    /// For large numbers that are nearly equal, this may be true although Foundation tells them apart.
    func isTakenAsEqual(to old: PropertyListValue) -> Bool {
        switch (self, old) {
        case (.integer, .integer), (.boolean, _), (_, .boolean): self == old
        case (.integer(let value), .unsignedInteger(let old)): UInt64(bitPattern: value) == old
        case (.integer(let value), .real(let old)): Double(value) == old
        case (.real(let value), .integer(let old)): value == Double(old)
        case (.real(let value), .unsignedInteger(let old)): value == Double(old)
        case (.unsignedInteger(let value), .real(let old)): Double(value) == old
        case (.real(let value), .real(let old)): value == old
        case (.string(let value), .string(let old)): value == old
        case (.date(let value), .date(let old)): value == old
        case (.array(let values), .array(let old)):
            values.count == old.count && zip(values, old).allSatisfy { $0.isTakenAsEqual(to: $1) }
        default: self == old
        }
    }

    /// Whether memory may show this value for another one, because it has passed through a list that Foundation wrote.
    package func mayStand(for other: PropertyListValue) -> Bool {
        let names = (StoredName("this"), StoredName("other"))
        let forms = PreferencesEntry.throughXML([names.0: .value(self), names.1: .value(other)])
        return forms[names.0] == forms[names.1]
    }
}
#endif
