import Foundation

extension PropertyListValue {
    /// Reads a binary property list with anything at its top; nil for one that is unsound, or too deep, or in which a
    /// collection with content occurs twice.
    ///
    /// One whose collections are shared is small, but may be endless work for whoever goes through it. No encoder writes
    /// such a list.
    init?(binaryList data: Data, meter: WorkMeter? = nil) {
        guard
            let list = BinaryPropertyList(
                data, allowsUIDs: false, deepest: deepestPropertyList, allowsSharing: false, meter: meter)
        else { return nil }
        var reader = BinaryListValues(list: list, work: 4 * list.size)
        guard let value = reader.value(list.top) else { return nil }
        self = value
    }
}

/// Makes values of the objects of a binary list that has been checked.
private struct BinaryListValues {
    let list: BinaryPropertyList

    /// How much work may still be done: more than any list takes whose keys have a usual length.
    var work: Int

    /// The data that has been read, which a list may hold once for many places.
    private var known: [Int: Data] = [:]

    init(list: BinaryPropertyList, work: Int) {
        self.list = list
        self.work = work
    }

    mutating func value(_ reference: Int) -> PropertyListValue? {
        switch list[reference] {
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .unsignedInteger(let value): return .whole(value)
        case .real(let value): return .real(value)
        case .date(let value): return .date(value)
        case .text: return list.string(reference).map { .string($0) }
        case .data: return data(reference).map { .data($0) }
        case .array(let references):
            var values: [PropertyListValue] = []
            values.reserveCapacity(references.count)
            for reference in references {
                guard let value = value(reference) else { return nil }
                values.append(value)
            }
            return .array(values)
        case .dictionary(let entries): return dictionary(entries)
        case .uid, .wideInteger, nil: return nil
        }
    }

    private mutating func data(_ reference: Int) -> Data? {
        if let data = known[reference] { return data }
        let data = list.data(reference)
        known[reference] = data
        return data
    }

    private mutating func dictionary(_ entries: [(key: Int, value: Int)]) -> PropertyListValue? {
        var values: [String: PropertyListValue] = [:]
        for (key, value) in entries {
            guard let name = list.string(key), let content = self.value(value) else { return nil }
            // Many dictionaries may have one long key, and each hashes all of it.
            work -= name.utf8.count / 64
            list.meter?.add(name.utf8.count / 64)
            guard work >= 0 else { return nil }
            values[name] = content
        }
        return .dictionary(values)
    }
}
