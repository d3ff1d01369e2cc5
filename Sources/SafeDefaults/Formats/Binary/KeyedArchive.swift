import Foundation

/// A keyed archive whose structure has been checked, so that it can be read without Foundation's unarchiver.
///
/// NB: on Linux `NSKeyedUnarchiver` ends the process on archives that are damaged, so none reaches it unchecked.
struct KeyedArchive {
    let list: BinaryPropertyList

    /// The references of the archive's objects in the list, in the order of their UIDs.
    let objects: [Int]

    /// The UID of the object that was archived.
    private let root: Int

    /// The form of each object, by its UID.
    let forms: [Form]

    enum Form {
        /// A string, a number or data: an object that has no class in the archive.
        case plain
        /// The description of a class.
        case classNamed(String)
        /// An object of a class, with its fields.
        case instance(class: Int, fields: [String: Int])
    }

    /// Reads an archive; `nil` for data that is no archive, or a damaged one.
    init?(_ data: Data, meter: WorkMeter? = nil) {
        // Objects of an archive share others by UID, so no encoder shares collections of the property list.
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
        // Equal strings and numbers may be one object of the list.
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

    /// Whether a field is a value without parts, a UID, or an array of UIDs.
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

    /// Whether every instance has a class, and every UID refers to an object.
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

    /// Returns the UIDs in a field: none, one, or those of an array.
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

    /// Returns the UIDs of a field that has to be an array of them.
    func array(_ field: Int?) -> [Int]? {
        guard let field, case .array = list[field] else { return nil }
        return uids(in: field)
    }

    func className(of type: Int) -> String? {
        guard case .classNamed(let name) = forms[type] else { return nil }
        return name
    }

    // MARK: - As a property list

    /// Returns the strings of an object that is a URL, as in ``propertyList``; `nil` for one with more than a few
    /// bases.
    func url(of uid: Int) -> PropertyListValue? {
        var budget = Budget(visits: 16)
        return value(of: uid, depth: 0, budget: &budget)
    }

    /// The content of an archive of property-list objects, URLs and UUIDs: a set is an array, a UUID its string, and a
    /// URL a dictionary with the strings `relative` and, if it has one, `base`.
    ///
    /// `nil` for an archive with other objects, for one that contains itself or is nested too deep, and for one whose
    /// objects are shared so often that the content is many times as large as the archive.
    var propertyList: PropertyListValue? {
        // Each reference takes at least a byte, so an archive that shares no collection has fewer references than
        // bytes.
        var budget = Budget(visits: 4 * list.size)
        return value(of: root, depth: 0, budget: &budget)
    }

    /// Returns the content of one object of the archive, if it has no parts.
    func propertyList(of uid: Int) -> PropertyListValue? {
        var budget = Budget(visits: 2)
        return value(of: uid, depth: deepestPropertyList - 1, budget: &budget)
    }

    /// The work that may still be done for a value, and the values that needn't be read again.
    private struct Budget {
        /// How many more objects may be read.
        var visits: Int

        /// The objects without parts that have been read, which an archive may hold once for many places.
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
        // An archive in an archive is no known form, and would lead a reader on and on.
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
            // Many dictionaries may have one long name, and each hashes all of it.
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
