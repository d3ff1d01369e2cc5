import Foundation

/// A binary property list made by hand, as no encoder would make it.
struct BinaryList {
    /// The objects' bytes.
    private var objects: [[UInt8]] = []

    /// Which object each reference stands for; several may stand for one.
    private var references: [Int] = []

    /// How many references there are, which is the next one.
    var count: Int { references.count }

    /// Adds an object, and gives its reference.
    mutating func add(_ bytes: [UInt8]) -> Int {
        objects.append(bytes)
        references.append(objects.count - 1)
        return references.count - 1
    }

    /// Adds a reference to the bytes that another one stands for: an object of its own, in the same place.
    mutating func addOverlapping(_ reference: Int) -> Int {
        references.append(references[reference])
        return references.count - 1
    }

    mutating func add(text: String) -> Int { add([0x50 + UInt8(text.utf8.count)] + text.utf8) }

    mutating func add(array parts: [Int]) -> Int {
        add([0xAF, 0x11] + Self.number(parts.count, size: 2) + parts.flatMap { Self.number($0, size: 2) })
    }

    mutating func add(dictionary entries: [(key: Int, value: Int)]) -> Int {
        let parts = entries.map(\.key) + entries.map(\.value)
        return add([0xDF, 0x11] + Self.number(entries.count, size: 2) + parts.flatMap { Self.number($0, size: 2) })
    }

    /// Adds arrays in each other, so many levels of them, around an object.
    mutating func add(levels: Int, around reference: Int) -> Int {
        (0..<levels).reduce(reference) { inner, _ in add(array: [inner]) }
    }

    /// The list whose top a reference stands for.
    func data(top: Int) -> Data {
        var bytes = Array("bplist00".utf8)
        var places: [Int] = []
        for object in objects {
            places.append(bytes.count)
            bytes += object
        }
        let table = bytes.count
        bytes += references.flatMap { Self.number(places[$0], size: 4) }
        bytes += [0, 0, 0, 0, 0, 0, 4, 2]
        bytes += [references.count, top, table].flatMap { Self.number($0, size: 8) }
        return Data(bytes)
    }

    private static func number(_ value: Int, size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
