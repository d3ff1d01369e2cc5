/// A stored name with the receivers of its changes.
///
/// Guarded by the hub's lock.
final class WatchedName {
    typealias Receiver = (identifier: Int, receiver: any ChangeReceiver)

    /// What was stored when it was compared last.
    var content: StoredContent

    /// Whether the Observation framework is notified of changes.
    ///
    /// It is never reset: the framework doesn't say when the last reader that was tracked has gone.
    var isTracked = false

    /// The receivers in the order in which they were added, which is that of their identifiers.
    var receivers: [Receiver] = []

    init(_ content: StoredContent) { self.content = content }

    /// The number of registrations with a source of notices.
    var listenerCount: Int { receivers.count + (isTracked ? 1 : 0) }

    /// Whether nobody needs its changes any more.
    var isIdle: Bool { receivers.isEmpty && !isTracked }

    /// Removes and returns a receiver; a binary search, so that thousands can leave one name quickly.
    func removeReceiver(_ identifier: Int) -> (any ChangeReceiver)? {
        var range = receivers.startIndex..<receivers.endIndex
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            let found = receivers[middle].identifier
            if found == identifier { return receivers.remove(at: middle).receiver }
            range = found < identifier ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }

    /// Returns each receiver once, in the order in which they were added.
    static func distinct(_ receivers: [Receiver]) -> [Receiver] {
        Dictionary(receivers.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
            .values.sorted { $0.identifier < $1.identifier }
    }
}
