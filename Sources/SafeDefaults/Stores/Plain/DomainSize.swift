import Foundation

/// Finds the writes that make a domain larger than the system keeps.
///
/// The domain isn't measured at each write, but when what was written since the last time might make it too large, and
/// at the latest after each 16th part of the limit, because other code may have written, too.
final class DomainSize: Sendable {
    let limit: SizeLimit

    private struct State {
        /// How much may be written until the domain is measured again.
        var rest = 0

        /// The size of everything that was found to fit, ever.
        var begun = 0

        /// The size of that part of it whose write has ended.
        ///
        /// A measurement may miss what hadn't ended when it began.
        var ended = 0
    }

    private let state = Locked(State())

    init(_ limit: SizeLimit) { self.limit = limit }

    /// Makes some writes if the domain doesn't become too large by them.
    ///
    /// If it does, and the system would end the process, nothing is written. If the system would only stop keeping the
    /// domain, an issue is reported, and the writes are made. It is reported again only after a 16th part of the limit
    /// was written.
    ///
    /// - Parameters:
    ///   - changes: The values to store, by name. A nil value removes the stored one.
    ///   - measure: Returns the size of all other values of the domain; nil if it is unknown.
    ///   - write: Makes the writes.
    /// - Throws: The error of a domain that would be too large. Nothing is written then.
    func checking<Result>(
        _ changes: [String: PropertyListValue?], measuring measure: () -> Int?, _ write: () -> Result
    ) throws(DefaultsError) -> Result {
        let added = try begin(changes, measuring: measure)
        // A removal makes the domain smaller.
        if added == 0 { return write() }
        defer { state.withLock { $0.ended += added } }
        return write()
    }

    /// Returns the size of some writes, which now count as begun.
    private func begin(
        _ changes: [String: PropertyListValue?], measuring measure: () -> Int?
    ) throws(DefaultsError) -> Int {
        let added = changes.reduce(0) { sum, change in
            sum + (change.value.map { $0.approximateByteCount(under: change.key) } ?? 0)
        }
        if added > 0, !isKnownToFit(added), let total = excess(with: added, measuring: measure) {
            let error = Self.error(of: changes, total: total, over: limit)
            if limit.endsProcess { throw error }
            DefaultsIssue.report(.oversizedDomain(error))
        }
        return added
    }

    private func isKnownToFit(_ added: Int) -> Bool {
        state.withLock { state in
            guard added <= state.rest else { return false }
            state.rest -= added
            state.begun += added
            return true
        }
    }

    /// Measures the domain.
    ///
    /// Returns its size with a write if that is too large, and otherwise nil. Unless the write is to be refused, it
    /// counts as begun then.
    private func excess(with added: Int, measuring measure: () -> Int?) -> Int? {
        // Writes under way may be counted twice. If that decides, the domain is measured again after they have ended.
        for attempt in 1...100 {
            let ended = state.withLock { $0.ended }
            let others = measure()
            if let total = total(with: added, of: others, since: ended, isLast: attempt == 100) {
                return total < limit.byteCount ? nil : total
            }
            usleep(100)
        }
        return nil
    }

    /// Returns the size of the domain with a write, or nil if that isn't certain enough.
    ///
    /// - Parameters:
    ///   - added: The size of the write.
    ///   - others: The measured size; nil if the domain is unknown.
    ///   - ended: The size of the writes that had ended when the measurement began.
    ///   - isLast: Whether to return a size that may be too large.
    private func total(with added: Int, of others: Int?, since ended: Int, isLast: Bool) -> Int? {
        state.withLock { state in
            let least = (others ?? 0) + added
            let total = others == nil ? added : least + state.begun - ended
            let isTooLarge = total >= limit.byteCount
            if isTooLarge, least < limit.byteCount, !isLast { return nil }
            let isRefused = isTooLarge && limit.endsProcess
            // Other code may write, too.
            let part = limit.byteCount / 16
            // If the write is refused, or the domain can't be measured, the next write measures again.
            state.rest =
                others == nil || isRefused ? 0 : isTooLarge ? part : min(part, limit.byteCount - 1 - total)
            if !isRefused { state.begun += added }
            return total
        }
    }

    private static func error(
        of changes: [String: PropertyListValue?], total: Int, over limit: SizeLimit
    ) -> DefaultsError {
        let largest = changes.max { left, right in
            (left.value?.approximateByteCount ?? 0) < (right.value?.approximateByteCount ?? 0)
        }
        return DefaultsError(
            .tooLarge, storedName: largest?.key,
            reason: "with \"\((largest?.key ?? "").abbreviated)\", the domain takes about \(total) bytes, and the "
                + "system keeps less than \(limit.byteCount)")
    }
}
