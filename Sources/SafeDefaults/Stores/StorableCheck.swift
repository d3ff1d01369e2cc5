import Foundation

/// Refuses values that a store would crash on, or that would make its file unreadable.
enum StorableCheck {
    /// Throws for a value that must not reach a store under a name.
    static func check(_ value: PropertyListValue?, name: String) throws(DefaultsError) {
        guard let value else { return }
        do throws(DefaultsError) {
            try check(value, depth: 0)
        } catch {
            var error = error
            error.key = name
            throw error
        }
    }

    private static func check(_ value: PropertyListValue, depth: Int) throws(DefaultsError) {
        switch value {
        case .date(let date):
            try date.checkStorable()
        case .array(let values):
            guard depth < deepestPropertyList - 1 else { throw .tooDeep }
            for (index, value) in values.enumerated() {
                do throws(DefaultsError) { try check(value, depth: depth + 1) } catch { throw error.under("[\(index)]") }
            }
        case .dictionary(let values):
            guard depth < deepestPropertyList - 1 else { throw .tooDeep }
            // NB: a property list's file has this form for a reference of a keyed archive, and Foundation then reads the
            // whole file as empty.
            if values.count == 1, case .integer? = values["CF$UID"]?.kind { throw .reservedName }
            for (name, value) in values {
                do throws(DefaultsError) { try check(value, depth: depth + 1) } catch { throw error.under(name) }
            }
        default: return
        }
    }
}
