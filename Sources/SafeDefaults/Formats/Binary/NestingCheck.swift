/// Measures how many levels the objects of a graph have below them, each object once, so that an object that contains
/// itself, or is nested too deep, is found without endless work.
struct NestingCheck {
    private static let unseen = -1
    private static let open = -2

    /// How many levels each object has below it, as far as known.
    private var heights: [Int]

    /// Whether an object with parts may be in several others.
    private let allowsSharing: Bool

    init(count: Int, allowsSharing: Bool) {
        heights = [Int](repeating: Self.unseen, count: count)
        self.allowsSharing = allowsSharing
    }

    /// Returns how many levels an object has below it.
    ///
    /// - Parameters:
    ///   - object: The object's number.
    ///   - levels: How many levels it may have.
    ///   - parts: The objects in an object; `nil` if it isn't sound.
    /// - Returns: The number of levels; `nil` if there are more, or if the object, or one in it, contains itself or
    ///   isn't sound.
    mutating func height(of object: Int, levels: Int, parts: (Int) -> [Int]?) -> Int? {
        guard levels >= 0, heights.indices.contains(object), heights[object] != Self.open else { return nil }
        let known = heights[object]
        guard known == Self.unseen else { return known <= levels && (known == 0 || allowsSharing) ? known : nil }
        guard let contained = parts(object) else { return nil }
        heights[object] = Self.open
        var height = 0
        for part in contained {
            guard let below = self.height(of: part, levels: levels - 1, parts: parts) else { return nil }
            height = max(height, below + 1)
        }
        heights[object] = height
        return height
    }
}
