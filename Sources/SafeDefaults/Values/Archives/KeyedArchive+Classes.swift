import Foundation

extension KeyedArchive {
    /// The classes that any archive may contain besides those of the value: those of a property list, and of UUIDs.
    ///
    /// NSURL isn't one of them and has to be listed, because a URL refers to something outside of the value.
    static var plainClasses: [AnyClass] {
        [
            NSString.self, NSNumber.self, NSData.self, NSDate.self, NSArray.self, NSSet.self, NSDictionary.self,
            NSUUID.self,
        ]
    }

    /// The names of these classes in an archive.
    private static let plainNames: Set<String> = [
        "NSString", "NSMutableString", "NSNumber", "NSData", "NSMutableData", "NSDate", "NSArray", "NSMutableArray",
        "NSSet", "NSMutableSet", "NSDictionary", "NSMutableDictionary", "NSUUID",
    ]

    /// Returns the name of a class in the archive that isn't allowed.
    func unlistedClass(allowing classes: [AnyClass]) -> String? {
        let names = Self.plainNames.union(classes.compactMap(archivedClassName))
        return forms.lazy.compactMap { form in
            if case .classNamed(let name) = form, !names.contains(name) { name } else { nil }
        }.first
    }

    /// Whether Foundation can read the archive, whose classes are all allowed: objects of Foundation's classes are as
    /// Foundation writes them, no object contains itself, and none is nested deeper than stored values may be.
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

    /// Whether an object is a string that Foundation takes for nil.
    ///
    /// NB: on Linux, Foundation writes the string `$null` as it writes nil, and reads past the end of an array or a
    /// dictionary that contains one. On Apple systems it wraps such a string in an object of the class `NSString`.
    private func standsForNil(_ uid: Int) -> Bool { list.string(objects[uid]) == "$null" }

    /// Returns the UIDs in an object.
    private func parts(of uid: Int) -> [Int] {
        guard case .instance(_, let fields) = forms[uid] else { return [] }
        return fields.values.flatMap(uids)
    }

    // MARK: - Foundation's own classes

    /// Whether an object of one of Foundation's classes has the fields that it needs; other classes check their own.
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

    /// Whether objects are strings or numbers, and no two are equal.
    ///
    /// NB: Foundation reads past the end of a dictionary with equal keys.
    private func areKeys(_ uids: [Int]) -> Bool {
        var keys: Set<PropertyListValue> = []
        return uids.allSatisfy { uid in
            switch propertyList(of: uid) {
            case .string(let string): keys.insert(.string(string)).inserted
            // A Boolean and a real equal the integer of the same number.
            case let number?: number.nsNumber.map { keys.insert(.real($0.doubleValue)).inserted } ?? false
            case nil: false
            }
        }
    }

    /// Whether Foundation puts objects into a hash table in a time that is in proportion to the archive's size.
    ///
    /// NB: Foundation hashes only 96 characters of a long string, and compares each string with all others of the same
    /// hash: a thousand times as many strings that differ elsewhere take a million times as long.
    private func areSpread(_ uids: [Int], _ work: inout Int) -> Bool {
        var counts: [Int: Int] = [:]
        return uids.allSatisfy { uid in
            let hash: Int
            switch propertyList(of: uid) {
            case .string(let string):
                work -= string.utf8.count / 64
                hash = (string as NSString).hash
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
    /// NB: on Linux, `init(coder:)` of that class ends the process for a string that is no URL.
    private func isURL(_ uid: Int) -> Bool {
        guard case .dictionary(let parts)? = url(of: uid), case .string(let string)? = parts["relative"] else {
            return false
        }
        var base: URL?
        if case .dictionary(let parts)? = parts["base"] {
            base = URL(parts: parts)
            guard base != nil else { return false }
        }
        return NSURL(string: string, relativeTo: base) != nil
    }

    private func isReal(_ field: Int?) -> Bool {
        guard let field, case .real(let value) = list[field] else { return false }
        return value.isFinite
    }

    /// Returns the UIDs of a field that has to be an array of them, none of which is nil.
    private func objects(_ field: Int?) -> [Int]? { array(field).flatMap { $0.contains(0) ? nil : $0 } }
}

// MARK: - Through Foundation

extension KeyedArchive {
    /// Returns the keyed archive of an object.
    ///
    /// - Throws: The error of an object that can't be archived, or couldn't be read again.
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
                because:
                    "its archive couldn't be read again: it has the string $null, or contains itself, or is nested "
                    + "more than \(deepestPropertyList) levels deep")
        }
        return .data(data)
    }

    /// Returns the object in a keyed archive in data.
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

    /// Returns one keyed archive of an array of objects.
    ///
    /// - Throws: The error of an object that can't be archived, or couldn't be read again.
    static func data<Value: NSObject & NSSecureCoding>(
        ofArray values: [Value], allowing classes: [AnyClass]
    ) throws -> PropertyListValue {
        for (index, value) in values.enumerated() {
            try DefaultsError.locating("[\(index)]") { try checkName(of: value) }
        }
        return try archived(NSArray(array: values), allowing: classes)
    }

    /// Returns the objects of the array in a keyed archive in data.
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

    /// Throws the error of an object whose class an archive can't name.
    private static func checkName(of value: NSObject) throws {
        guard archivedClassName(type(of: value)) != nil else {
            throw DefaultsError.unstorable(
                type(of: value), because: "an archive can't name its class: make it neither private nor nested")
        }
    }
}
