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
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self = try TreeDecoder.decode(IndexSet.self, from: stored)
    }
}
