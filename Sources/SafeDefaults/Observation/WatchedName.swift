/// A name of which somebody wants to hear.
///
/// Guarded by the hub's lock.
final class WatchedName {
    typealias Receiver = (identifier: Int, receiver: any ChangeReceiver)

    /// What was stored when it was last looked at.
    var content: StoredContent

    /// Whether Observation is told of changes.
    ///
    /// It stays so once it is: the framework doesn't say when the last one who tracked a read has gone.
    var isTracked = false

    /// In the order of their identifiers, which is that of their arrival.
    var receivers: [Receiver] = []

    init(_ content: StoredContent) { self.content = content }

    /// How many of those who want to hear of it a source has to listen for.
    var listenerCount: Int { receivers.count + (isTracked ? 1 : 0) }

    /// Whether nobody wants to hear of it any more.
    var isIdle: Bool { receivers.isEmpty && !isTracked }

    /// Removes a receiver and gives it; found by halves, so that thousands can leave one name quickly.
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

    /// Each receiver once, in the order of their arrival.
    static func distinct(_ receivers: [Receiver]) -> [Receiver] {
        Dictionary(receivers.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
            .values.sorted { $0.identifier < $1.identifier }
    }
}
