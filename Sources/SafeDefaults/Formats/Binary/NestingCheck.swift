/// Measures how deeply the objects of a graph are nested.
///
/// Each object is visited only once, so an object that contains itself, or is nested too deeply, is found without
/// endless work.
struct NestingCheck {
    private static let unseen = -1
    private static let open = -2

    /// The number of levels below each object, as far as it is known.
    private var heights: [Int]

    /// Whether several objects may contain the same array or dictionary.
    private let allowsSharing: Bool

    init(count: Int, allowsSharing: Bool) {
        heights = [Int](repeating: Self.unseen, count: count)
        self.allowsSharing = allowsSharing
    }

    /// Returns the number of levels below an object, or `nil` if the check fails.
    ///
    /// The check fails if there are too many levels. It also fails if the object, or an object inside it, is invalid,
    /// contains itself, or is shared although sharing isn't allowed.
    ///
    /// - Parameters:
    ///   - object: The object's number.
    ///   - levels: The maximum number of levels.
    ///   - parts: A closure that returns the objects in an object, or `nil` if the object is invalid.
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
