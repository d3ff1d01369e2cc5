import SafeDefaults

/// A change of a store's values.
enum StoreChange: Equatable {
    case set(StoredName, PropertyListValue)
    case remove(StoredName)
    case removeAll

    /// The stored name that changes; nil if all names change.
    var name: StoredName? {
        switch self {
        case .set(let name, _), .remove(let name): name
        case .removeAll: nil
        }
    }

    /// Applies the change to values.
    func apply(to values: inout [StoredName: PropertyListValue]) {
        switch self {
        case .set(let name, let value): values[name] = value
        case .remove(let name): values[name] = nil
        case .removeAll: values = [:]
        }
    }
}
