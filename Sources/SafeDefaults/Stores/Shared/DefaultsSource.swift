/// Values that are found where a store itself has none: those of a file that an administrator writes, or of another
/// store.
///
/// It is registered with for the names that are observed, like the store's own source of notices.
package protocol DefaultsSource: ForeignChangeSource {
    /// The origin of the source's values.
    var origin: ValueOrigin { get }

    /// Returns the value under a name, or nil if there is none.
    func value(_ name: String) throws(NonPropertyListObject) -> PropertyListValue?

    /// Returns the contents of some names, at one moment.
    func contents(_ names: [String]) -> [String: StoredContent]

    /// All readable values, by name.
    var values: [String: PropertyListValue] { get }

    /// Whether the values can be read at the moment.
    var availability: StoreAvailability { get }

    /// Returns the error of a read that has found nothing, if the source may have a value all the same; otherwise nil.
    func missingValue(_ name: String) -> DefaultsError?

    /// Sets the closure that is called after registered names have changed, while no lock is held.
    ///
    /// It may be called for other changes, too. Call this once, before a name is registered.
    func connect(_ notice: @escaping @Sendable () -> Void)
}
