extension Array: DefaultsValue where Element: DefaultsValue {
    /// An array of what the elements are stored as.
    public var defaultsRepresentation: PropertyListValue {
        get throws {
            var values: [PropertyListValue] = []
            values.reserveCapacity(count)
            // By index: an iterator makes an `Element?` each time, whose metadata generic code has to look up.
            for index in indices {
                do {
                    values.append(try self[index]._encode() ?? .nilMarker)
                } catch let error as DefaultsError {
                    throw error.under("[\(index)]")
                }
            }
            return .array(values)
        }
    }

    /// Reads every element; one that can't be read makes the whole array unreadable.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        guard case .array(let values) = stored else {
            self = try stored.inOtherForms(Self.self, after: .unreadable([Element].self, from: stored))
            return
        }
        self = []
        reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            do {
                append(try Element._decode(value))
            } catch let error as DefaultsError {
                throw error.under("[\(index)]")
            }
        }
    }
}
