import Foundation
import SafeDefaults
#if !COCOAPODS
import SafeDefaultsFormats
#endif

extension KeyedArchive {
    /// The classes that every archive may contain, besides the class of the value: those of a property list, and
    /// NSUUID.
    ///
    /// NSURL isn't one of them and has to be allowed explicitly, because a URL refers to something outside the value.
    static var plainClasses: [AnyClass] {
        [
            NSString.self, NSNumber.self, NSData.self, NSDate.self, NSArray.self, NSSet.self, NSDictionary.self,
            NSUUID.self,
        ]
    }

    /// The names of these classes, and of their mutable subclasses, in an archive.
    private static let plainNames: Set<String> = [
        "NSString", "NSMutableString", "NSNumber", "NSData", "NSMutableData", "NSDate", "NSArray", "NSMutableArray",
        "NSSet", "NSMutableSet", "NSDictionary", "NSMutableDictionary", "NSUUID",
    ]

    /// Returns the name of a class in the archive that isn't allowed, or `nil` if all are allowed.
    func unlistedClass(allowing classes: [AnyClass]) -> String? {
        let names = Self.plainNames.union(classes.compactMap(archivedClassName))
        return forms.lazy.compactMap { form in
            if case .classNamed(let name) = form, !names.contains(name) { name } else { nil }
        }.first
    }

    /// Whether Foundation can safely read this archive.
    ///
    /// All its classes must already be known to be allowed.
    ///
    /// Each object of a Foundation class must have the form in which Foundation writes it. No object may contain
    /// itself, or be nested deeper than stored values may be.
    var isSafe: Bool {
        var heights = [Int?](repeating: nil, count: objects.count)
        var work = 8 * size
        return forms.indices.allSatisfy { uid in
            switch forms[uid] {
            case .plain: uid == 0 || !standsForNil(uid)
            case .classNamed: true
            case .instance(let type, let fields):
                className(of: type).map { isAsWritten($0, uid, fields, &work) } ?? false
                    && height(of: uid, levels: deepestPropertyList, known: &heights) != nil
            }
        }
    }

    /// Whether an object is a string that Foundation reads as nil.
    ///
    /// NB: on Linux, Foundation writes the string `$null` in the same form as nil. If an array or a dictionary contains
    /// such a string, Foundation reads past the end of the collection. On Apple systems, Foundation wraps the string in
    /// an object of the class `NSString`.
    private func standsForNil(_ uid: Int) -> Bool { objects[uid] == "$null" }

    /// Returns the number of levels in an object, or `nil` if there are too many, or it contains itself.
    ///
    /// Each object is visited only once. An object that is being visited has more levels than are allowed.
    private func height(of uid: Int, levels: Int, known: inout [Int?]) -> Int? {
        if let height = known[uid] { return height <= levels ? height : nil }
        guard levels >= 0 else { return nil }
        known[uid] = .max
        var height = 0
        if case .instance(_, let fields) = forms[uid] {
            for part in fields.values.flatMap(uids) {
                guard let below = self.height(of: part, levels: levels - 1, known: &known) else { return nil }
                height = max(height, below + 1)
            }
        }
        known[uid] = height
        return height
    }

    // MARK: - Foundation's own classes

    /// Whether an object has the fields that its class requires.
    ///
    /// Only Foundation's classes are checked here; other classes check the fields themselves.
    private func isAsWritten(_ name: String, _ uid: Int, _ fields: Fields, _ work: inout Int) -> Bool {
        switch name {
        case "NSString", "NSMutableString": fields["NS.string"]?.kind == .string
        case "NSData", "NSMutableData": fields["NS.data"]?.kind == .data
        case "NSDate": isReal(fields["NS.time"])
        case "NSUUID": if case .data(let bytes)? = fields["NS.uuidbytes"] { bytes.count == 16 } else { false }
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

    /// Whether the objects are strings or numbers, and no two of them are equal.
    ///
    /// NB: if a dictionary has equal keys, Foundation reads past its end.
    private func areKeys(_ uids: [Int]) -> Bool {
        var keys: Set<PropertyListValue> = []
        return uids.allSatisfy { uid in
            switch propertyList(of: uid) {
            case .string(let string): keys.insert(.string(string)).inserted
            // A Boolean or a real equals the integer with the same numeric value.
            case let value?:
                (value.foundationObject as? NSNumber).map { keys.insert(.real($0.doubleValue)).inserted } ?? false
            case nil: false
            }
        }
    }

    /// Whether Foundation can insert the objects into a hash table in a time that is proportional to the archive's
    /// size.
    ///
    /// NB: Foundation hashes only 96 characters of a long string, and compares each string with all others that have
    /// the same hash. If strings differ only in other characters, a thousand times as many take a million times as
    /// long.
    private func areSpread(_ uids: [Int], _ work: inout Int) -> Bool {
        var counts: [Int: Int] = [:]
        return uids.allSatisfy { uid in
            let hash: Int
            switch propertyList(of: uid) {
            case .string(let string):
                work -= string.utf8.count / 64
                hash = (string as NSString).hash
            case let value?:
                guard let number = value.foundationObject as? NSNumber else { return true }
                hash = number.hash
            case nil: return true
            }
            let equals = counts[hash, default: 0]
            counts[hash] = equals + 1
            work -= equals
            return work >= 0
        }
    }

    /// Whether an object of the class `NSURL` is a valid URL.
    ///
    /// NB: on Linux, the `init(coder:)` of `NSURL` terminates the process if the string isn't a URL. So does a later
    /// conversion to `URL`, which an `NSArray` does by itself, if the string is one for `NSURL` only, such as
    /// `http://[`.
    private func isURL(_ uid: Int) -> Bool {
        guard let parts = url(of: uid), case .string(let string)? = parts["relative"] else { return false }
        var base: URL?
        if case .dictionary(let parts)? = parts["base"] {
            base = URL(parts: parts)
            guard base != nil else { return false }
        }
        return NSURL(string: string, relativeTo: base) != nil && URL(string: string, relativeTo: base) != nil
    }

    private func isReal(_ field: PropertyListValue?) -> Bool {
        guard case .real(let value)? = field else { return false }
        return value.isFinite
    }

    /// Returns the UIDs of a field, or `nil` if the field isn't an array of UIDs, or one of them is the UID of nil.
    private func objects(_ field: PropertyListValue?) -> [Int]? { array(field).flatMap { $0.contains(0) ? nil : $0 } }
}

// MARK: - Archiving and unarchiving with Foundation

extension KeyedArchive {
    /// Returns the keyed archive of an object.
    ///
    /// - Throws: An error if the object can't be archived, or its archive couldn't be read again.
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

    /// Returns the object that data contains as a keyed archive.
    ///
    /// - Throws: An error if the stored value isn't such data, the archive is damaged, or one of its classes isn't
    ///   allowed.
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

    /// Returns a single keyed archive of an array of objects.
    ///
    /// - Throws: An error if an object can't be archived, or the archive couldn't be read again.
    static func data<Value: NSObject & NSSecureCoding>(
        ofArray values: [Value], allowing classes: [AnyClass]
    ) throws -> PropertyListValue {
        for (index, value) in values.enumerated() {
            try DefaultsError.locating("[\(index)]") { try checkName(of: value) }
        }
        return try archived(NSArray(array: values), allowing: classes)
    }

    /// Returns the objects of an array that data contains as a keyed archive.
    ///
    /// - Throws: An error if the stored value isn't such data, the archive is damaged, or one of its classes isn't
    ///   allowed.
    static func objects<Value: NSObject & NSSecureCoding>(
        _ type: Value.Type, in stored: PropertyListValue, allowing classes: [AnyClass]
    ) throws -> [Value] {
        let array = try root([Value].self, in: stored, allowing: classes) as? NSArray
        let values = array?.compactMap { $0 as? Value }
        guard let values, values.count == array?.count else {
            throw DefaultsError.unreadable([Value].self, from: stored, because: "with an archive of another class")
        }
        return values
    }

    /// Throws an error if the class of an object can't be named in an archive.
    private static func checkName(of value: NSObject) throws {
        guard archivedClassName(type(of: value)) != nil else {
            throw DefaultsError.unstorable(
                type(of: value), because: "an archive can't name its class: make it neither private nor nested")
        }
    }
}
