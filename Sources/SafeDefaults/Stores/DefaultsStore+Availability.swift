public import Foundation

extension DefaultsStore {
    /// Whether the store's values can be read at the moment.
    ///
    /// After a phone, a watch or a headset was started, and until its user enters the passcode, `UserDefaults` looks
    /// empty, and no error says so. The system may start an app in that time: for a notification, for a task in the
    /// background, or ahead of its use. An app that takes the empty settings for those of a new user may overwrite
    /// them. Ask before such a decision:
    ///
    /// ```swift
    /// switch login.store.availability {
    /// case .available: print("these are the user's settings")
    /// case .stale(let date): print("these are the settings of \(date)")
    /// case .notYetReadable: print("wait until protected data becomes available")
    /// case .unknown: print("nothing has been written yet, or it can't be read yet")
    /// }
    /// ```
    ///
    /// - *``standard`` and suites on iOS, watchOS and visionOS:* a mark decides, as described below.
    /// - *On macOS:* ``StoreAvailability/available``.
    /// - *On Linux:* ``StoreAvailability/notYetReadable`` if the file is damaged or can't be read by this user,
    ///   otherwise ``StoreAvailability/available``.
    /// - *A file store:* ``StoreAvailability/notYetReadable`` while its file can't be opened, otherwise
    ///   ``StoreAvailability/available``. It is tried again at most once a second. Over another store, that of the
    ///   other store while its own file can be opened.
    /// - *An etcd store:* ``StoreAvailability/available`` if the values were the cluster's at some time in the last
    ///   five seconds, otherwise ``StoreAvailability/stale(since:)``; ``StoreAvailability/notYetReadable`` if there
    ///   never were any.
    /// - *``inMemory(arguments:environment:)``:* ``StoreAvailability/available``.
    /// - *Others:* ``StoreAvailability/unknown``. These are a `UserDefaults` that other code has created, a store that
    ///   one person's devices share, tvOS, and the store in memory that replaces a refused one.
    ///
    /// *The mark:* the first write through the library that finds none stores `true` under the name
    /// `SafeDefaults/readable`, and writes a small file in the folder `SafeDefaults` of Application Support, which the
    /// system protects as it does the settings. A read never makes a mark. If the stored mark can be read, so can the
    /// settings. If it can't, and neither can the file, then the device hasn't been unlocked. A process that was
    /// started before that goes on saying ``StoreAvailability/notYetReadable`` until it can read the mark, because on
    /// some systems its `UserDefaults` stays empty until the next launch.
    ///
    /// While the result is ``StoreAvailability/notYetReadable`` on an Apple system, nothing is stored that was computed
    /// from a stored value: ``SafeDefaults/update(_:fileID:line:_:)``, an ``SafeDefaults/edit(fileID:line:_:)`` that
    /// reads, and migrations fail with an error of the kind ``DefaultsError/Kind/notYetReadable``. Where nothing is
    /// found, ``SafeDefaults/lookup(_:)`` and ``SafeDefaults/read(_:)`` give that error, too, and so they do while a
    /// file can't be opened. Properties and getters give the default or nil, as usual. A value that is written without
    /// being read is passed on.
    ///
    /// It may be called from any thread. It costs a read of the mark where there is one, and on Linux a read of the
    /// file.
    public var availability: StoreAvailability { box.store.availability }
}

/// Whether a store's values can be read at the moment; see ``DefaultsStore/availability``.
public enum StoreAvailability: Sendable, Hashable {
    /// The stored values can be read.
    case available

    /// Values are stored, or may be, that can't be read at the moment.
    ///
    /// On Apple systems, that is so until a device is first unlocked after it was started. Elsewhere, the store's
    /// file can't be opened, or is damaged.
    case notYetReadable

    /// The values can be read, and were last known to be the store's own at this time.
    ///
    /// A store over a network reads from memory, and its server can't be reached at the moment.
    case stale(since: Date)

    /// The store can't tell.
    ///
    /// An empty store may be new, or it may not be readable yet.
    case unknown
}
