import Foundation

/// Refuses values that would crash a store, or make its file unreadable.
///
/// The check runs at every write and is recursive. To keep its stack frames small, it returns a flaw as one byte, which
/// is converted to an error after the recursion.
package enum StorableCheck {
    /// Throws an error if a value must not be stored.
    package static func check(_ value: PropertyListValue?, name: String) throws(DefaultsError) {
        // Most values are of a kind that can always be stored.
        switch value {
        case nil, .boolean, .integer, .unsignedInteger, .real, .string, .data: return
        case .date, .array, .dictionary: break
        }
        guard let value else { return }
        var path: [String] = []
        guard let flaw = flaw(in: value, depth: 0, path: &path) else { return }
        var error = flaw.error
        error.content.storedName = name
        error.content.codingPath = path.reversed()
        throw error
    }

    private enum Flaw {
        case dateNotFinite, dateTooFar, tooDeep, reservedName

        var error: DefaultsError {
            switch self {
            case .dateNotFinite: .dateNotFinite
            case .dateTooFar: .dateTooFar
            case .tooDeep: .tooDeep
            case .reservedName: .reservedName
            }
        }
    }

    /// Returns the first flaw in a tree.
    ///
    /// The path to the flaw is appended to `path` in reverse order.
    private static func flaw(in value: PropertyListValue, depth: Int, path: inout [String]) -> Flaw? {
        switch value {
        case .date(let date): return flaw(in: date)
        case .array(let values): return flaw(in: values, depth: depth + 1, path: &path)
        case .dictionary(let values): return flaw(in: values, depth: depth + 1, path: &path)
        default: return nil
        }
    }

    private static func flaw(in date: Date) -> Flaw? {
        guard date.timeIntervalSinceReferenceDate.isFinite else { return .dateNotFinite }
        return date.isInReachOfAFile ? nil : .dateTooFar
    }

    private static func flaw(in values: [PropertyListValue], depth: Int, path: inout [String]) -> Flaw? {
        guard depth < deepestPropertyList else { return .tooDeep }
        for index in values.indices {
            guard let flaw = flaw(in: values[index], depth: depth, path: &path) else { continue }
            path.append("[\(index)]")
            return flaw
        }
        return nil
    }

    private static func flaw(in values: [String: PropertyListValue], depth: Int, path: inout [String]) -> Flaw? {
        guard depth < deepestPropertyList else { return .tooDeep }
        // NB: in a property-list file, such a dictionary is an object reference of a keyed archive. Foundation would
        // read the whole file as empty.
        if values.count == 1, case .integer? = values["CF$UID"]?.kind { return .reservedName }
        for (name, value) in values {
            guard let flaw = flaw(in: value, depth: depth, path: &path) else { continue }
            path.append(name)
            return flaw
        }
        return nil
    }
}
