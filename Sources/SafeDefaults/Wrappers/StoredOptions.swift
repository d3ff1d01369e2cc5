/// Options that determine how a ``Stored`` property is read.
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

    /// Reads return a cached value.
    ///
    /// Use this for values that are read much more often than written, or that are costly to decode.
    ///
    /// **Behavior**
    ///
    /// - *Filled:* the first read after each change fills the cache with the content that the store has noticed last.
    ///   Nothing is read before that.
    /// - *Refreshed:* every change that the store notices refreshes the cache. After a write through the library has
    ///   returned, every read that begins returns the new value. For writes by other code or processes, see
    ///   <doc:ObservingSettings>. If the system doesn't report them, ``DefaultsStore/refresh()`` finds them.
    /// - *Nothing stored:* reads return the default, which is evaluated at each read.
    /// - *Unreadable values:* reads return the default. One issue is reported for each change to an unreadable value.
    /// - *Observation:* without ``observed``, the Observation framework doesn't track cached reads. A SwiftUI view that
    ///   reads the setting only through the cache isn't redrawn.
    /// - *Threads:* reads on several processors don't wait for each other. If the value has memory of its own, as an
    ///   array or a longer string has, they take turns to count the reference to it.
    /// - *Retention:* the cache lives as long as the wrapper or a copy of the wrapper, and keeps the store alive. If
    ///   the store is ``DefaultsStore/standard``, the cache keeps only the value of the store that the last read used.
    ///
    /// - Important: If the value is an object, all reads return the same object. If you change the object, later reads
    ///   see the change, but it isn't stored. Use the object on several threads only if its class is `Sendable`.
    public static let cached = StoredOptions(rawValue: 1)

    /// Cached reads are tracked by the Observation framework, as other reads are.
    ///
    /// Tracking costs more than a cached read itself. Without ``cached``, this option has no effect, because other
    /// reads are always tracked.
    public static let observed = StoredOptions(rawValue: 2)
}
