import Foundation

extension KeyedArchive {
    /// The classes that any archive may hold beside those of the value's own: what a property list consists of, and what
    /// Foundation writes for UUIDs.
    ///
    /// Not NSURL, which has to be listed: what an archive refers to by a URL is no part of the value.
    static var plainClasses: [AnyClass] {
        [
            NSString.self, NSNumber.self, NSData.self, NSDate.self, NSArray.self, NSSet.self, NSDictionary.self,
            NSUUID.self,
        ]
    }

    /// Their names in an archive.
    private static let plainNames: Set<String> = [
        "NSString", "NSMutableString", "NSNumber", "NSData", "NSMutableData", "NSDate", "NSArray", "NSMutableArray",
        "NSSet", "NSMutableSet", "NSDictionary", "NSMutableDictionary", "NSUUID",
    ]

    /// The name of a class in the archive that is in no list.
    func unlistedClass(allowing classes: [AnyClass]) -> String? {
        let names = Self.plainNames.union(classes.compactMap(archivedClassName))
        return forms.lazy.compactMap { form in
            if case .classNamed(let name) = form, !names.contains(name) { name } else { nil }
        }.first
    }

    /// Tells whether Foundation can read the archive, whose classes are all listed: objects of Foundation's are as
    /// Foundation writes them, nothing refers to itself, and nothing is deeper than stored values may be.
    var isSafe: Bool {
        var check = NestingCheck(count: objects.count, allowsSharing: true)
        var work = 8 * list.size
        return forms.indices.allSatisfy { uid in
            switch forms[uid] {
            case .plain: uid == 0 || !standsForNil(uid)
            case .classNamed: true
            case .instance(let type, let fields):
                className(of: type).map { isAsWritten($0, uid, fields, &work) } ?? false
                    && check.height(of: uid, levels: deepestPropertyList, parts: parts) != nil
            }
        }
    }

    /// Whether an object is a text that Foundation takes for nil.
    ///
    /// NB: Linux' archiver writes the text `$null` as it writes nil, and its unarchiver reads past the end of an array or a
    /// dictionary that holds one. Apple's wraps such a text in an object of the class `NSString`.
    private func standsForNil(_ uid: Int) -> Bool { list.string(objects[uid]) == "$null" }

    /// The UIDs in an object.
    private func parts(of uid: Int) -> [Int] {
        guard case .instance(_, let fields) = forms[uid] else { return [] }
        return fields.values.flatMap(uids)
    }

    // MARK: - Foundation's own classes

    /// Whether an object of one of Foundation's classes has the fields that it needs; those of others are their own.
    private func isAsWritten(_ name: String, _ uid: Int, _ fields: [String: Int], _ work: inout Int) -> Bool {
        switch name {
        case "NSString", "NSMutableString": fields["NS.string"].flatMap(list.string) != nil
        case "NSData", "NSMutableData": fields["NS.data"].flatMap(list.data) != nil
        case "NSDate": isReal(fields["NS.time"])
        case "NSUUID": fields["NS.uuidbytes"].flatMap(list.data)?.count == 16
        case "NSArray", "NSMutableArray": objects(fields["NS.objects"]) != nil
        case "NSSet", "NSMutableSet": objects(fields["NS.objects"]).map { areSpread($0, &work) } ?? false
        case "NSDictionary", "NSMutableDictionary":
            objects(fields["NS.keys"]).flatMap { keys in
                objects(fields["NS.objects"]).map { $0.count == keys.count && areSpread(keys, &work) && areKeys(keys) }
            } ?? false
        case "NSURL": isURL(uid)
        case "NSNumber": false
        default: true
        }
    }

    /// Whether objects are texts or numbers of which no two are equal: of a dictionary with equal keys, Foundation reads
    /// past the end.
    private func areKeys(_ uids: [Int]) -> Bool {
        var keys: Set<PropertyListValue> = []
        return uids.allSatisfy { uid in
            switch propertyList(of: uid) {
            case .string(let text): keys.insert(.string(text)).inserted
            // A truth value and a real equal the integer of the same number.
            case let number?: number.nsNumber.map { keys.insert(.real($0.doubleValue)).inserted } ?? false
            case nil: false
            }
        }
    }

    /// Whether Foundation puts objects into a hash table in a time that is in proportion to the archive's size.
    ///
    /// NB: of a long text, Foundation hashes 96 characters. It compares each text with all others of the same hash, so that
    /// a thousand times as many texts that differ elsewhere take a million times as long.
    private func areSpread(_ uids: [Int], _ work: inout Int) -> Bool {
        var counts: [Int: Int] = [:]
        return uids.allSatisfy { uid in
            let hash: Int
            switch propertyList(of: uid) {
            case .string(let text):
                work -= text.utf8.count / 64
                hash = (text as NSString).hash
            case let value?:
                guard let number = value.nsNumber else { return true }
                hash = number.hash
            case nil: return true
            }
            let equals = counts[hash, default: 0]
            counts[hash] = equals + 1
            work -= equals
            return work >= 0
        }
    }

    /// Whether an object of the class `NSURL` is a URL.
    ///
    /// NB: `init(coder:)` of that class ends the process on Linux for a text that it takes for no URL.
    private func isURL(_ uid: Int) -> Bool {
        guard case .dictionary(let parts)? = url(of: uid), case .string(let text)? = parts["relative"] else {
            return false
        }
        guard case .dictionary(let base)? = parts["base"] else { return NSURL(string: text) != nil }
        return URL(parts: base).map { NSURL(string: text, relativeTo: $0) != nil } ?? false
    }

    private func isReal(_ field: Int?) -> Bool {
        guard let field, case .real(let value) = list[field] else { return false }
        return value.isFinite
    }

    /// The UIDs of a field that has to be an array of them, none of which is nil.
    private func objects(_ field: Int?) -> [Int]? { array(field).flatMap { $0.contains(0) ? nil : $0 } }
}

// MARK: - Through Foundation

extension KeyedArchive {
    /// The keyed archive of an object.
    ///
    /// - Throws: The error of an object that can't be archived, or that could not be read again.
    static func data<Value: NSObject & NSSecureCoding>(
        of value: Value, allowing classes: [AnyClass]
    ) throws -> PropertyListValue {
        try checkName(of: value)
        return try archived(value, allowing: classes)
    }

    private static func archived(_ root: Any, allowing classes: [AnyClass]) throws -> PropertyListValue {
        let data = try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: true)
        let archive = KeyedArchive(data)
        if let name = archive?.unlistedClass(allowing: classes) {
            throw DefaultsError.unstorable(
                type(of: root),
                because: "its archive holds the class \(name), which isn't in the list of those allowed")
        }
        guard archive?.isSafe ?? false else {
            throw DefaultsError.unstorable(
                type(of: root),
                because: "its archive couldn't be read again: it has the text $null, or refers to itself, or is nested "
                    + "more than \(deepestPropertyList) levels deep")
        }
        return .data(data)
    }

    /// The object that data is a keyed archive of.
    ///
    /// - Throws: The error of anything else, of a class that isn't in the list, and of a damaged archive.
    static func object<Value: NSObject & NSSecureCoding>(
        _ type: Value.Type, in stored: PropertyListValue, allowing classes: [AnyClass]
    ) throws -> Value {
        guard let value = try root(type, in: stored, allowing: classes) as? Value else {
            throw DefaultsError.unreadable(type, from: stored, because: "with an archive of another class")
        }
        return value
    }

    private static func root(
        _ type: Any.Type, in stored: PropertyListValue, allowing classes: [AnyClass]
    ) throws -> Any? {
        guard case .data(let data) = stored else { throw DefaultsError.unreadable(type, from: stored) }
        guard let archive = KeyedArchive(data) else {
            throw DefaultsError.unreadable(type, from: stored, because: "that is no sound keyed archive")
        }
        if let name = archive.unlistedClass(allowing: classes) {
            throw DefaultsError.unreadable(
                type, from: stored,
                because: "with an archive that holds the class \(name), which isn't in the list of those allowed")
        }
        guard archive.isSafe else {
            throw DefaultsError.unreadable(type, from: stored, because: "with a damaged archive")
        }
        return try object(in: data, classes: classes + plainClasses)
    }

    /// The keyed archive of an array of objects: one archive for them all.
    ///
    /// - Throws: The error of an object that can't be archived, or that could not be read again.
    static func data<Value: NSObject & NSSecureCoding>(
        ofArray values: [Value], allowing classes: [AnyClass]
    ) throws -> PropertyListValue {
        for (index, value) in values.enumerated() {
            try DefaultsError.locating("[\(index)]") { try checkName(of: value) }
        }
        return try archived(NSArray(array: values), allowing: classes)
    }

    /// The objects that data is one keyed archive of.
    ///
    /// - Throws: The error of anything else, of a class that isn't in the list, and of a damaged archive.
    static func objects<Value: NSObject & NSSecureCoding>(
        _ type: Value.Type, in stored: PropertyListValue, allowing classes: [AnyClass]
    ) throws -> [Value] {
        guard let array = try root([Value].self, in: stored, allowing: classes) as? NSArray else {
            throw DefaultsError.unreadable([Value].self, from: stored, because: "with an archive of another class")
        }
        return try array.map { object in
            guard let value = object as? Value else {
                throw DefaultsError.unreadable([Value].self, from: stored, because: "with an archive of another class")
            }
            return value
        }
    }

    /// Refuses an object whose class no archive can name.
    private static func checkName(of value: NSObject) throws {
        guard archivedClassName(type(of: value)) != nil else {
            throw DefaultsError.unstorable(
                type(of: value), because: "an archive can't name its class: make it neither private nor nested")
        }
    }
}
