import Foundation

/// Refuses values that would crash a store, or make its file unreadable.
package enum StorableCheck {
    /// Throws an error if a value must not be stored.
    ///
    /// The check runs at every write.
    package static func check(_ value: PropertyListValue?, name: String) throws(DefaultsError) {
        // Most values are of a kind that can always be stored.
        switch value {
        case nil, .boolean, .integer, .unsignedInteger, .real, .string, .data: return
        case .date, .array, .dictionary: break
        }
        guard let value, var error = flaw(in: value, depth: 1) else { return }
        error.content.storedName = name
        throw error
    }

    /// Returns the first flaw in a tree, with the path to it.
    private static func flaw(in value: PropertyListValue, depth: Int) -> DefaultsError? {
        switch value {
        case .date(let date): return date.flaw
        case .array(let values):
            guard depth < deepestPropertyList else { return .tooDeep }
            for index in values.indices {
                if let flaw = flaw(in: values[index], depth: depth + 1) { return flaw.under("[\(index)]") }
            }
        case .dictionary(let values):
            guard depth < deepestPropertyList else { return .tooDeep }
            // NB: in a property-list file, such a dictionary is an object reference of a keyed archive. Foundation
            // would read the whole file as empty.
            if values.count == 1, case .integer? = values["CF$UID"]?.kind { return .reservedName }
            for (name, value) in values {
                if let flaw = flaw(in: value, depth: depth + 1) { return flaw.under(name) }
            }
        default: break
        }
        return nil
    }
}
