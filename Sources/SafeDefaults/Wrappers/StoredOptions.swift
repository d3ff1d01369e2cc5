/// Options for how a ``Stored`` property reads.
///
/// ```swift
/// @Stored(LoginDefaults.theme, options: [.cached, .observed]) var theme
/// ```
public struct StoredOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: Int

    /// Creates options from bits.
    ///
    /// - Parameter rawValue: The bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Reads return a cached value, for values that are read much more often than written, or are costly to decode.
    ///
    /// **Behavior**
    ///
    /// - *Filled:* by the first read after each change, with what the store has noticed last. Nothing is read before.
    /// - *Refreshed:* by every change that the store notices. A read that begins after a write through the library has
    ///   returned sees the new value. For foreign writes see <doc:ObservingSettings>; where the system doesn't report
    ///   them, ``DefaultsStore/refresh()`` finds them.
    /// - *Nothing stored:* the default, evaluated at each read.
    /// - *Unreadable values:* the default at each read, and an issue once for each change.
    /// - *Observation:* cached reads aren't tracked, unless ``observed`` is given too: a SwiftUI view that doesn't read
    ///   the setting in another way isn't redrawn.
    /// - *Retention:* the cache lives as long as the wrapper or a copy of it, and keeps the store alive. For
    ///   ``DefaultsStore/standard`` it keeps the value of the store that the last read has used.
    ///
    /// - Important: If the value is an object, all reads return the same one. A change inside it is seen by the next
    ///   read and isn't stored. Use it on several threads only if its class is `Sendable`.
    public static let cached = StoredOptions(rawValue: 1)

    /// Cached reads are tracked where the Observation framework tracks reads.
    ///
    /// Tracking costs more than a cached read itself. Without ``cached`` this option has no effect, because other reads
    /// are always tracked.
    public static let observed = StoredOptions(rawValue: 2)
}
