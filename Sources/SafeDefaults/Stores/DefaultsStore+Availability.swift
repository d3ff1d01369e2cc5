public import Foundation

// What a store is like at the moment: whether it can be read, and how large it is.

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
    /// settings. If it can't, and neither can the file, then the device hasn't been unlocked. The programs of an app
    /// group share the mark, and each has a file of its own once it has written. A process that was
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

// MARK: - Size

extension DefaultsStore {
    /// About how many bytes the store's values and their names take in a file.
    ///
    /// It is what a binary property list would take, give or take a few bytes for each value. Only what the store
    /// itself holds counts, not launch arguments, registered values or defaults. The byte count of a scope is that of
    /// its own values. It is 0 for an empty store, and while nothing can be read. If the store is over a `UserDefaults`
    /// that other code has created, what other domains have counts, too.
    ///
    /// Apple's systems don't keep a domain of `UserDefaults` of any size: `standard` and each suite must be smaller
    /// than 4,194,304 bytes, or 1,048,576 on tvOS and watchOS. From there on,
    ///
    /// - tvOS and watchOS end the app. So the library doesn't make such a write: it fails with an error of the kind
    ///   ``DefaultsError/Kind/tooLarge``, and what was stored before is kept;
    /// - the others log a message, and what was written may be gone after the next start. The write is made, and an
    ///   issue of the kind ``DefaultsIssue/Kind/oversizedDomain`` is reported.
    ///
    /// The size is looked at for each write of at least a 16th part of the limit.
    ///
    /// In a store over a `UserDefaults` that other code has created, only the values of a single write are counted.
    /// File stores and Linux have no such limit.
    ///
    /// ```swift
    /// if login.store.approximateByteCount > 500_000 { print("move large values to files") }
    /// ```
    ///
    /// Reads all of the store's values, and may be called from any thread. The reads aren't tracked by the Observation
    /// framework.
    public var approximateByteCount: Int { box.storedContents().approximateByteCount }
}

extension [String: StoredContent] {
    /// About how many bytes the contents and their names take in a file.
    var approximateByteCount: Int { reduce(0) { $0 + $1.value.approximateByteCount(under: $1.key) } }
}

extension PropertyListValue {
    /// About how many bytes the value takes in a file.
    ///
    /// It is what a binary property list would take, in which nothing is shared: a number or a date takes 9 bytes, and
    /// a string takes its UTF-8 and 3 bytes.
    ///
    /// NB: never inlined, because the compiler would inline it into itself several times, and into each caller.
    @inline(never)
    var approximateByteCount: Int {
        switch self {
        case .boolean: 1
        case .string(let text): 3 + text.utf8.count
        case .data(let data): 3 + data.count
        case .array(let values): values.reduce(3) { $0 + 2 + $1.approximateByteCount }
        case .dictionary(let values): values.reduce(3) { $0 + 2 + $1.value.approximateByteCount(under: $1.key) }
        default: 9
        }
    }

    /// About how many bytes the value and its name take in a file.
    func approximateByteCount(under name: String) -> Int { 3 + name.utf8.count + approximateByteCount }
}
