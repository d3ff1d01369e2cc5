import Foundation

// What the plain getters and setters of a `UserDefaults` of ours make of a value, and of an object.

extension PropertyListValue {
    /// What `string(forKey:)` gives: the text, and that of a number.
    var plainString: String? {
        if case .boolean(let value) = self { return value ? "1" : "0" }
        return try? String._decode(self)
    }

    /// What `integer(forKey:)` gives: the number, and that which a text begins with.
    var plainInteger: Int {
        if case .string(let text) = self { return (text as NSString).integerValue }
        return nsNumber?.intValue ?? 0
    }

    /// What `double(forKey:)` gives: the number, and that which a text begins with.
    var plainDouble: Double {
        if case .string(let text) = self { return (text as NSString).doubleValue }
        return nsNumber?.doubleValue ?? 0
    }

    /// What `bool(forKey:)` gives: whether a number isn't 0, or a text says yes.
    var plainBool: Bool {
        if case .string(let text) = self { return (text as NSString).boolValue }
        return (nsNumber?.doubleValue ?? 0) != 0
    }

    // MARK: - Checks

    /// What a plain setter stores for an object; throws for one that no store may get.
    static func storable(_ object: Any, name: String) throws(DefaultsError) -> PropertyListValue {
        let value = try untyped(object, name: name) ?? .nilMarker
        try StorableCheck.check(value, name: name)
        return value
    }

    /// What plain setters store for several objects; those that no store may get are left out, and reported.
    static func storable(_ objects: [String: Any]) -> [String: PropertyListValue] {
        var values: [String: PropertyListValue] = [:]
        for (name, object) in objects {
            do throws(DefaultsError) {
                values[name] = try storable(object, name: name)
            } catch {
                DefaultsIssue.report(.failedWrite(error, at: nil))
            }
        }
        return values
    }
}
