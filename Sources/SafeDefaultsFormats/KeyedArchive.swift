package import Foundation
package import SafeDefaults

/// A keyed archive whose structure has been checked, so that it can be read without Foundation's unarchiver.
///
/// NB: on Linux, a damaged archive can make `NSKeyedUnarchiver` terminate the process. So every archive is checked
/// first.
package struct KeyedArchive {
    /// The size of the archive in bytes.
    package let size: Int

    /// The archive's objects, in the order of their UIDs.
    package let objects: [PropertyListValue]

    /// The UID of the archived object.
    private let root: Int

    /// The forms of the objects, in the order of their UIDs.
    package let forms: [Form]

    package typealias Fields = [String: PropertyListValue]

    package enum Form {
        /// A simple value, such as a string, a number or data, which has no class in the archive.
        case plain
        /// The description of a class, with the class's name.
        case classNamed(String)
        /// An object, with the UID of its class, and its fields.
        case instance(class: Int, fields: Fields)
    }

    /// Reads an archive, or returns `nil` if the data isn't an archive or is damaged.
    package init?(_ data: Data) {
        guard data.starts(with: Data("bplist00".utf8)),
            case .dictionary(let top)? = PropertyListValue(binaryList: data, isArchive: true),
            Set(top.keys) == ["$archiver", "$version", "$top", "$objects"], top["$archiver"] == "NSKeyedArchiver",
            case .integer(100_000)? = top["$version"], case .dictionary(let roots)? = top["$top"], roots.count == 1,
            let root = roots["root"]?.uid, case .array(let objects)? = top["$objects"],
            root > 0, root < objects.count, objects[0] == "$null"
        else { return nil }
        (size, self.objects, self.root) = (data.count, objects, root)
        forms = objects.compactMap(Self.form)
        guard forms.count == objects.count, isConnected else { return nil }
    }

    // MARK: - Structure

    private static func form(of object: PropertyListValue) -> Form? {
        guard case .dictionary(var fields) = object else {
            return object.kind != .array && object.uid == nil ? .plain : nil
        }
        if let name = fields["$classname"] {
            guard case .string(let text) = name, case .array(let names)? = fields["$classes"], names.first == name,
                names.allSatisfy({ $0.kind == .string })
            else { return nil }
            return .classNamed(text)
        }
        return fields.removeValue(forKey: "$class")?.uid.map { .instance(class: $0, fields: fields) }
    }

    /// Whether every instance refers to a class, and every field of it is a UID of an object, an array of such UIDs, or
    /// a value that has no parts.
    private var isConnected: Bool {
        guard isObject(root) else { return false }
        return forms.allSatisfy { form in
            guard case .instance(let type, let fields) = form else { return true }
            guard type < forms.count, case .classNamed = forms[type] else { return false }
            return fields.values.allSatisfy { field in
                switch field {
                case .array(let parts): parts.allSatisfy { $0.uid.map(isObject) ?? false }
                case .dictionary: false
                default: field.uid.map(isObject) ?? true
                }
            }
        }
    }

    private func isObject(_ uid: Int) -> Bool { uid < forms.count && className(of: uid) == nil }

    /// Returns the UIDs in a field: a single UID, those of an array, or none.
    package func uids(in field: PropertyListValue) -> [Int] {
        if case .array(let parts) = field { parts.compactMap(\.uid) } else { field.uid.map { [$0] } ?? [] }
    }

    /// Returns the UIDs of a field that is an array, or `nil` if it isn't one.
    package func array(_ field: PropertyListValue?) -> [Int]? {
        guard case .array(let parts)? = field else { return nil }
        return parts.compactMap(\.uid)
    }

    package func className(of type: Int) -> String? {
        guard case .classNamed(let name) = forms[type] else { return nil }
        return name
    }

    // MARK: - Conversion to a property list

    /// Returns the parts of an object that is a URL, in the form that ``propertyList`` describes.
    ///
    /// Returns `nil` if the object is no URL, or has a long chain of base URLs.
    package func url(of uid: Int) -> [String: PropertyListValue]? {
        PropertyListValue.unsignedInteger(UInt64(uid)).archivedURLParts(in: objects)
    }

    /// The content of the archive as a property list, or `nil` if it can't be converted.
    ///
    /// The archive may contain property-list objects, URLs and UUIDs. A set becomes an array, and a UUID becomes its
    /// string. A URL becomes a dictionary with the key `relative` and, if the URL has a base URL, the key `base`.
    ///
    /// An archive can't be converted if it contains other objects, contains itself, or is nested too deeply. It can't
    /// be converted either if its objects are shared so often that the content would be many times as large as the
    /// archive.
    package var propertyList: PropertyListValue? {
        // Each reference takes at least one byte. So if an archive shares no collections, it has fewer references than
        // bytes.
        var visits = 4 * size
        return value(of: root, depth: 0, visits: &visits)
    }

    /// Returns the content of an object in the archive, or `nil` if the object has parts.
    package func propertyList(of uid: Int) -> PropertyListValue? {
        var visits = 2
        return value(of: uid, depth: deepestPropertyList - 1, visits: &visits)
    }

    private func value(of uid: Int, depth: Int, visits: inout Int) -> PropertyListValue? {
        visits -= 1
        guard uid > 0, depth < deepestPropertyList, visits >= 0 else { return nil }
        switch forms[uid] {
        case .plain: return plainValue(objects[uid])
        case .classNamed: return nil
        case .instance(let type, let fields):
            switch className(of: type) {
            case "NSString", "NSMutableString": return fields["NS.string"].flatMap { $0.kind == .string ? $0 : nil }
            case "NSData", "NSMutableData": return fields["NS.data"].flatMap(plainValue)
            case "NSDate":
                guard case .real(let time)? = fields["NS.time"], time.isFinite else { return nil }
                return .date(Date(timeIntervalSinceReferenceDate: time))
            case "NSUUID":
                guard case .data(let bytes)? = fields["NS.uuidbytes"], bytes.count == 16 else { return nil }
                return .string(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }.uuidString)
            case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet":
                return array(fields["NS.objects"]).flatMap { values(of: $0, depth: depth, visits: &visits) }
                    .map { .array($0) }
            case "NSDictionary", "NSMutableDictionary": return dictionary(fields, depth: depth, visits: &visits)
            case "NSURL": return url(of: uid).map { .dictionary($0) }
            default: return nil
            }
        }
    }

    /// Returns the value of a field or object without parts.
    private func plainValue(_ value: PropertyListValue) -> PropertyListValue? {
        // No library stores an archive inside an archive. Reading one could lead to another archive, and so on without
        // end.
        if case .data(let data) = value, data.isBinaryList { return nil }
        return value
    }

    private func values(of uids: [Int], depth: Int, visits: inout Int) -> [PropertyListValue]? {
        var values: [PropertyListValue] = []
        for uid in uids {
            guard let value = value(of: uid, depth: depth + 1, visits: &visits) else { return nil }
            values.append(value)
        }
        return values
    }

    private func dictionary(_ fields: Fields, depth: Int, visits: inout Int) -> PropertyListValue? {
        guard let names = array(fields["NS.keys"]), let uids = array(fields["NS.objects"]), names.count == uids.count,
            let values = values(of: uids, depth: depth, visits: &visits)
        else { return nil }
        var entries: [String: PropertyListValue] = [:]
        for (name, value) in zip(names, values) {
            guard case .string(let name)? = self.value(of: name, depth: depth + 1, visits: &visits) else { return nil }
            // Many dictionaries may share one long name, and each of them hashes the whole name.
            visits -= name.utf8.count / 64
            guard visits >= 0, entries.updateValue(value, forKey: name) == nil else { return nil }
        }
        return .dictionary(entries)
    }
}
