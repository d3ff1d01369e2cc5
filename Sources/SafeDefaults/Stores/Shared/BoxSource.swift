/// Finds the box of a store that has no fixed one.
///
/// ``DefaultsStore/standard`` has such a source if it was created in a scope of `withStandard`, and so has each scope
/// of it.
final class BoxSource: Sendable {
    private let find: @Sendable () -> StoreBox

    /// The box that the store uses now.
    var box: StoreBox { find() }

    init(_ find: @escaping @Sendable () -> StoreBox) { self.find = find }

    /// Creates the source of a part of a store that has no fixed box.
    ///
    /// - Parameters:
    ///   - find: Returns the store's box.
    ///   - prefix: The beginning of the part's names.
    convenience init(scopeBy prefix: String, of find: @escaping @Sendable () -> StoreBox) {
        // The box is kept, because making one for each read would take longer than the read.
        let last = Locked<(of: StoreBox, box: StoreBox)?>(nil)
        self.init {
            let whole = find()
            let (box, former) = last.withLock { last -> (StoreBox, (of: StoreBox, box: StoreBox)?) in
                if let last, last.of === whole { return (last.box, nil) }
                let box = whole.scoped(by: prefix)
                defer { last = (whole, box) }
                return (box, last)
            }
            // The former boxes are released here, outside the lock.
            withExtendedLifetime(former) {}
            return box
        }
    }
}
