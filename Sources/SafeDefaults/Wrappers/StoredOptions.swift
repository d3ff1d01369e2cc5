/// How a ``Stored`` property answers reads.
///
/// ```swift
/// @Stored(LoginDefaults.theme, options: [.cached, .observed]) var theme
/// ```
public struct StoredOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: Int

    /// Makes options of bits.
    ///
    /// - Parameter rawValue: The bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Reads are answered from memory, for values that are read much more often than written, or are costly to
    /// decode.
    ///
    /// **Behavior**
    ///
    /// - *Filled:* by the first read after each change, with what the store's hub last heard of; nothing is read
    ///   before.
    /// - *Refreshed:* by every write that the hub hears of. A write through the library is seen by every read that
    ///   begins after it has returned, while closures are told of it too. Foreign writes are as
    ///   <doc:ObservingSettings> lists them; where the system can't tell, ``DefaultsStore/refresh()`` finds them.
    /// - *Nothing stored:* the default, evaluated at each read.
    /// - *Unreadable:* the default at each read, and an issue once per change, not at every read.
    /// - *Observation:* such reads aren't tracked, unless ``observed`` is given too: a SwiftUI view that makes no
    ///   other read of the setting isn't drawn again.
    /// - *Kept:* for as long as the wrapper or a copy of it lives, with its store; over ``DefaultsStore/standard`` for
    ///   the store that stood for it at the last read.
    ///
    /// - Important: An object of a class is then one object for all reads. What is changed in it is seen by the next
    ///   read and isn't stored; it may be used on several threads only if its class is `Sendable`.
    public static let cached = StoredOptions(rawValue: 1)

    /// Reads that are answered from memory are tracked where the Observation framework tracks reads.
    ///
    /// That costs more than the reading itself. Without ``cached`` it changes nothing: those reads are tracked anyway.
    public static let observed = StoredOptions(rawValue: 2)
}
