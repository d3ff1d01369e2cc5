import Foundation

/// A keyed archive whose structure has been checked, so that it can be read without Foundation's unarchiver.
///
/// NB: on Linux, a damaged archive can make `NSKeyedUnarchiver` terminate the process. So every archive is checked
/// first.
struct KeyedArchive {
    let list: BinaryPropertyList

    /// The references to the archive's objects in the property list, in the order of their UIDs.
    let objects: [Int]

    /// The UID of the archived object.
    private let root: Int

    /// The forms of the objects, in the order of their UIDs.
    let forms: [Form]

    enum Form {
        /// A simple value, such as a string, a number or data, which has no class in the archive.
        case plain
        /// The description of a class, with the class's name.
        case classNamed(String)
        /// An object, with the UID of its class, and the references to its fields.
        case instance(class: Int, fields: [String: Int])
    }

    /// Reads an archive, or returns `nil` if the data isn't an archive or is damaged.
    init?(_ data: Data, meter: WorkMeter? = nil) {
        // The objects of an archive refer to shared objects by UID, so no encoder shares collections of the property
        // list.
        guard data.starts(with: Data("bplist00".utf8)),
            let list = BinaryPropertyList(data, allowsUIDs: true, deepest: 8, allowsSharing: false, meter: meter),
            let top = list.fields(list.top), Set(top.keys) == ["$archiver", "$version", "$top", "$objects"],
            top["$archiver"].flatMap(list.string) == "NSKeyedArchiver",
            case .integer(100_000)? = top["$version"].flatMap({ list[$0] }),
            let roots = top["$top"].flatMap(list.fields), roots.count == 1,
            case .uid(let root)? = roots["root"].flatMap({ list[$0] }),
            let objects = top["$objects"].flatMap(list.array),
            root > 0, root < objects.count, list.string(objects[0]) == "$null"
        else { return nil }
        (self.list, self.objects, self.root) = (list, objects, root)
        var forms: [Form] = []
        forms.reserveCapacity(objects.count)
        // Equal strings or numbers may be a single object of the property list.
        var known: [Int: Form] = [:]
        for object in objects {
            guard let form = known[object] ?? Self.form(of: object, in: list, count: objects.count) else { return nil }
            if case .plain = form { known[object] = form }
            forms.append(form)
        }
        self.forms = forms
        guard isConnected else { return nil }
    }

    // MARK: - Structure

    private static func form(of object: Int, in list: BinaryPropertyList, count: Int) -> Form? {
        switch list[object] {
        case .boolean, .integer, .unsignedInteger, .real, .date, .data: return .plain
        case .string: return list.string(object) == nil ? nil : .plain
        case .dictionary:
            guard var fields = list.fields(object) else { return nil }
            if let name = fields["$classname"] {
                guard let name = list.string(name), let names = fields["$classes"].flatMap(list.array),
                    names.first.flatMap(list.string) == name, names.allSatisfy({ list.string($0) != nil })
                else { return nil }
                return .classNamed(name)
            }
            guard let type = fields.removeValue(forKey: "$class"), case .uid(let type)? = list[type],
                fields.values.allSatisfy({ isField($0, in: list, count: count) })
            else { return nil }
            return .instance(class: type, fields: fields)
        default: return nil
        }
    }

    /// Returns whether a field is a UID, an array of UIDs, or a value that has no parts.
    private static func isField(_ field: Int, in list: BinaryPropertyList, count: Int) -> Bool {
        switch list[field] {
        case .boolean, .integer, .unsignedInteger, .real, .date, .data: true
        case .string: list.string(field) != nil
        case .uid(let uid): uid < count
        case .array:
            list.array(field)?.allSatisfy { part in
                guard case .uid(let uid) = list[part] else { return false }
                return uid < count
            } ?? false
        default: false
        }
    }

    /// Whether every instance refers to a class, and every UID in it refers to an object.
    private var isConnected: Bool {
        guard isObject(root) else { return false }
        return forms.allSatisfy { form in
            guard case .instance(let type, let fields) = form else { return true }
            guard type < forms.count, case .classNamed = forms[type] else { return false }
            return fields.values.allSatisfy { uids(in: $0).allSatisfy(isObject) }
        }
    }

    private func isObject(_ uid: Int) -> Bool {
        if case .classNamed = forms[uid] { return false }
        return true
    }

    /// Returns the UIDs in a field: a single UID, those of an array, or none.
    func uids(in field: Int) -> [Int] {
        switch list[field] {
        case .uid(let uid): [uid]
        case .array: (list.array(field) ?? []).compactMap { uid($0) }
        default: []
        }
    }

    func uid(_ field: Int?) -> Int? {
        guard let field, case .uid(let uid) = list[field] else { return nil }
        return uid
    }

    /// Returns the UIDs of a field that is an array, or `nil` if it isn't one.
    func array(_ field: Int?) -> [Int]? {
        guard let field, case .array = list[field] else { return nil }
        return uids(in: field)
    }

    func className(of type: Int) -> String? {
        guard case .classNamed(let name) = forms[type] else { return nil }
        return name
    }

    // MARK: - Conversion to a property list

    /// Returns the parts of an object that is a URL, in the form that ``propertyList`` describes.
    ///
    /// Returns `nil` if the URL has a long chain of base URLs.
    func url(of uid: Int) -> PropertyListValue? {
        var budget = Budget(visits: 16)
        return value(of: uid, depth: 0, budget: &budget)
    }

    /// The content of the archive as a property list, or `nil` if it can't be converted.
    ///
    /// The archive may contain property-list objects, URLs and UUIDs. A set becomes an array, and a UUID becomes its
    /// string. A URL becomes a dictionary with the key `relative` and, if the URL has a base URL, the key `base`.
    ///
    /// An archive can't be converted if it contains other objects, contains itself, or is nested too deeply. It can't
    /// be converted either if its objects are shared so often that the content would be many times as large as the
    /// archive.
    var propertyList: PropertyListValue? {
        // Each reference takes at least one byte. So if an archive shares no collections, it has fewer references than
        // bytes.
        var budget = Budget(visits: 4 * list.size)
        return value(of: root, depth: 0, budget: &budget)
    }

    /// Returns the content of an object in the archive, or `nil` if the object has parts.
    func propertyList(of uid: Int) -> PropertyListValue? {
        var budget = Budget(visits: 2)
        return value(of: uid, depth: deepestPropertyList - 1, budget: &budget)
    }

    /// The number of steps that are left, and the values that don't have to be read again.
    private struct Budget {
        /// The number of objects that may still be read.
        var visits: Int

        /// The values without parts that have been read.
        ///
        /// They are kept because an archive may refer to one from many places.
        var known: [Int: PropertyListValue] = [:]
    }

    private func value(of uid: Int, depth: Int, budget: inout Budget) -> PropertyListValue? {
        budget.visits -= 1
        guard uid > 0, depth < deepestPropertyList, budget.visits >= 0 else { return nil }
        switch forms[uid] {
        case .plain: return plainValue(objects[uid], budget: &budget)
        case .classNamed: return nil
        case .instance(let type, let fields):
            switch className(of: type) {
            case "NSString", "NSMutableString": return fields["NS.string"].flatMap(list.string).map { .string($0) }
            case "NSData", "NSMutableData": return fields["NS.data"].flatMap { plainValue($0, budget: &budget) }
            case "NSDate":
                guard case .real(let time)? = fields["NS.time"].flatMap({ list[$0] }), time.isFinite else { return nil }
                return .date(Date(timeIntervalSinceReferenceDate: time))
            case "NSUUID":
                guard let bytes = fields["NS.uuidbytes"].flatMap(list.data), bytes.count == 16 else { return nil }
                return .string(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }.uuidString)
            case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet":
                return array(fields["NS.objects"]).flatMap { values(of: $0, depth: depth, budget: &budget) }
                    .map { .array($0) }
            case "NSDictionary", "NSMutableDictionary": return dictionary(fields, depth: depth, budget: &budget)
            case "NSURL": return url(fields, depth: depth, budget: &budget)
            default: return nil
            }
        }
    }

    private func plainValue(_ reference: Int, budget: inout Budget) -> PropertyListValue? {
        if let value = budget.known[reference] { return value }
        let value = list.leaf(reference)
        // No library stores an archive inside an archive. Reading one could lead to another archive, and so on without
        // end.
        if case .data(let data)? = value, data.isBinaryList { return nil }
        budget.known[reference] = value
        return value
    }

    private func values(of uids: [Int], depth: Int, budget: inout Budget) -> [PropertyListValue]? {
        var values: [PropertyListValue] = []
        for uid in uids {
            guard let value = value(of: uid, depth: depth + 1, budget: &budget) else { return nil }
            values.append(value)
        }
        return values
    }

    private func dictionary(_ fields: [String: Int], depth: Int, budget: inout Budget) -> PropertyListValue? {
        guard let names = array(fields["NS.keys"]), let uids = array(fields["NS.objects"]), names.count == uids.count,
            let values = values(of: uids, depth: depth, budget: &budget)
        else { return nil }
        var entries: [String: PropertyListValue] = [:]
        for (name, value) in zip(names, values) {
            guard case .string(let name)? = self.value(of: name, depth: depth + 1, budget: &budget) else { return nil }
            // Many dictionaries may share one long name, and each of them hashes the whole name.
            budget.visits -= name.utf8.count / 64
            list.meter?.add(name.utf8.count / 64)
            guard budget.visits >= 0, entries.updateValue(value, forKey: name) == nil else { return nil }
        }
        return .dictionary(entries)
    }

    private func url(_ fields: [String: Int], depth: Int, budget: inout Budget) -> PropertyListValue? {
        guard let relative = uid(fields["NS.relative"]),
            case .string(let string)? = value(of: relative, depth: depth + 1, budget: &budget)
        else { return nil }
        guard let base = uid(fields["NS.base"]), base != 0 else { return ["relative": .string(string)] }
        guard case .dictionary(let base)? = value(of: base, depth: depth + 1, budget: &budget) else { return nil }
        return ["relative": .string(string), "base": .dictionary(base)]
    }
}
