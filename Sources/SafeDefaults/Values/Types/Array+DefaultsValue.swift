import Foundation

extension Array: DefaultsValue where Element: DefaultsValue {
    /// An array of the stored forms of the elements.
    public var defaultsRepresentation: PropertyListValue {
        get throws { .array(try encodedElements()) }
    }

    /// Reads every element; if one can't be read, the whole array is unreadable.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        guard case .array(let values) = stored else {
            self = try Self.archived(stored) ?? stored.alternativeForm(of: Self.self)
            return
        }
        self = try Self.decoding(values)
    }

    // Specialised because generic code looks up metadata of each element's type: without, reading ten strings took 4 %
    // longer, and writing them 2 %.

    @_specialize(where Element == String)
    private func encodedElements() throws -> [PropertyListValue] {
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
        return values
    }

    @_specialize(where Element == String)
    private static func decoding(_ values: [PropertyListValue]) throws -> [Element] {
        var elements: [Element] = []
        elements.reserveCapacity(values.count)
        for index in values.indices {
            do {
                elements.append(try Element._decode(values[index]))
            } catch let error as DefaultsError {
                throw error.under("[\(index)]")
            }
        }
        return elements
    }

    /// Returns the objects in one keyed archive of them all, which is how other libraries store an array of objects;
    /// `nil` for another form.
    private static func archived(_ stored: PropertyListValue) throws -> [Element]? {
        guard case .data(let data) = stored, data.isBinaryList,
            let type = Element.self as? any (NSObject & NSSecureCoding).Type
        else { return nil }
        return try KeyedArchive.objects(type, in: stored, allowing: [type]) as? [Element]
    }
}
