public import Foundation

extension IndexSet: DefaultsValue {
    /// The form that Foundation's own Codable has: a dictionary with an array of ranges, each by location and length.
    public var defaultsRepresentation: PropertyListValue {
        let ranges = rangeView.map { range in
            PropertyListValue.dictionary([
                "location": .integer(Int64(range.lowerBound)), "length": .integer(Int64(range.count)),
            ])
        }
        return ["indexes": .array(ranges)]
    }

    /// Reads ranges of indexes that are neither negative nor too large.
    ///
    /// NB: Foundation's own `init(from:)` traps on others, so it is used inside Codable types neither.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        guard case .dictionary(let entries) = stored, case .array(let ranges)? = entries["indexes"] else {
            throw DefaultsError.unreadable(IndexSet.self, from: stored)
        }
        self.init()
        for range in ranges {
            guard case .dictionary(let entries) = range, let location = try entries["location"].map(Int._decode),
                let length = try entries["length"].map(Int._decode), location >= 0, length > 0,
                case let (end, overflow) = location.addingReportingOverflow(length), !overflow
            else {
                throw DefaultsError.unreadable(
                    IndexSet.self, from: stored, because: "with a range that no index can be in")
            }
            insert(integersIn: location..<end)
        }
    }
}
