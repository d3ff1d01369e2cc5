import Foundation

#if canImport(Darwin)
extension PropertyListValue {
    /// The value as the object that a `UserDefaults` of Foundation's own class stores fastest.
    var storedObject: Any { foundationObject }
}
#else
// NB: swift-corelibs-foundation's `set` converts a Swift dictionary or array to an object and back, for itself and for
// everything in it, several times: to check it, to compare it with the old value, and at each level to copy it. That
// took five times as long as storing the same values as the objects below. What is stored is the same.

extension PropertyListValue {
    /// The value as the object that a `UserDefaults` of Foundation's own class stores fastest.
    ///
    /// It is for `set` only. Other code expects the Swift types of ``foundationObject``.
    var storedObject: NSObject {
        switch self {
        case .boolean(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .unsignedInteger(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .string(let value): NSString(string: value)
        case .data(let value): NSData(data: value)
        case .date(let value): NSDate(timeIntervalSinceReferenceDate: value.timeIntervalSinceReferenceDate)
        case .array(let values): NSArray(array: values.map(\.storedObject))
        case .dictionary(let values): StoredDictionary(values)
        }
    }
}

/// A dictionary that gives CoreFoundation its objects as they are.
///
/// It equals no other dictionary. Foundation stores nothing if the new value equals the old one, and the comparison
/// takes as long as storing it. It would also keep `["a": 1]` where `["a": 1.0]` is written.
///
/// It is mutable for the sake of its initializer: CoreFoundation adds every key and object to the superclass's storage,
/// which has room for them from the start.
private final class StoredDictionary: NSMutableDictionary {
    private var values: [String: PropertyListValue] = [:]
    private var names: [NSString] = []
    private var objects: [NSObject] = []

    convenience init(_ values: [String: PropertyListValue]) {
        self.init(capacity: values.count)
        self.values = values
        names.reserveCapacity(values.count)
        objects.reserveCapacity(values.count)
        for (name, value) in values {
            names.append(NSString(string: name))
            objects.append(value.storedObject)
        }
    }

    override var count: Int { names.count }

    override func object(forKey key: Any) -> Any? { (key as? String).flatMap { values[$0]?.storedObject } }

    override func keyEnumerator() -> NSEnumerator { NSArray(array: names).objectEnumerator() }

    override func enumerateKeysAndObjects(
        options: NSEnumerationOptions = [], using block: (Any, Any, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var stop: ObjCBool = false
        for index in names.indices where !stop.boolValue { block(names[index], objects[index], &stop) }
    }

    override func isEqual(_ other: Any?) -> Bool { other as AnyObject? === self }

    override var hash: Int { count }
}
#endif
