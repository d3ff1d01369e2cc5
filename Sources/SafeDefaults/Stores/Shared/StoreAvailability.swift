/// Whether a store's values can be read at the moment; see ``DefaultsStore/availability``.
public enum StoreAvailability: Sendable {
    /// The stored values can be read.
    case available

    /// Values are stored, or may be, that can't be read at the moment.
    ///
    /// On Apple systems, that is so until a device is first unlocked after it was started. Elsewhere, the store's
    /// file can't be opened, or is damaged.
    case notYetReadable

    /// The store can't tell.
    ///
    /// An empty store may be new, or it may not be readable yet.
    case unknown
}
