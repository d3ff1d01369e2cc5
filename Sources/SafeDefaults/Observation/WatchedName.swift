/// A stored name with the receivers of its changes.
///
/// Guarded by the hub's lock.
final class WatchedName {
    typealias Receiver = (identifier: Int, receiver: any ChangeReceiver)

    /// The content that was found when the name was last compared.
    var content: StoredContent

    /// Whether the Observation framework is notified of changes.
    ///
    /// It is never reset, because the framework doesn't tell when the last tracked reader is gone.
    var isTracked = false

    /// The receivers, in the order in which they were added, which is also that of their identifiers.
    var receivers: [Receiver] = []

    init(_ content: StoredContent) { self.content = content }

    /// The number of registrations with a source of notices.
    var listenerCount: Int { receivers.count + (isTracked ? 1 : 0) }

    /// Whether nobody needs the name's changes any more.
    var isIdle: Bool { receivers.isEmpty && !isTracked }

    /// Removes and returns a receiver.
    ///
    /// Uses a binary search, so that thousands of receivers can be removed from one name quickly.
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
        var distinct: [Receiver] = []
        for receiver in receivers.sortedBySharedCode({ $0.identifier < $1.identifier })
        where receiver.identifier != distinct.last?.identifier {
            distinct.append(receiver)
        }
        return distinct
    }
}
