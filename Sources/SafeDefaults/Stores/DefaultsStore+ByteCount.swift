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
