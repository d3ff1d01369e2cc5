/// A collection that has no order, and so would be stored in another one by each process: an unchanged set would be a
/// changed file.
///
/// Its own `encode(to:)` has no say in it. The tree encoder puts what it has made of such a collection into order.
protocol UnorderedCollection {
    /// How many elements of the array, if it encodes itself as one, belong together.
    static var partsPerEntry: Int { get }
}

extension Set: UnorderedCollection {
    static var partsPerEntry: Int { 1 }
}

extension Dictionary: UnorderedCollection {
    /// With keys that are neither text nor integers, `Codable` makes an array in which keys and values alternate.
    static var partsPerEntry: Int { 2 }
}
