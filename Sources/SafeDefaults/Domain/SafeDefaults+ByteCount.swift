extension SafeDefaults {
    /// About how many bytes the values stored under this domain's keys, and their names, take in a file.
    ///
    /// It counts as ``DefaultsStore/approximateByteCount`` does. Keys that are made at run time are counted if they
    /// are in `allCases`, or of a ``DynamicDefaultsKey``. It is 0 if nothing is stored. It may be called from any
    /// thread.
    ///
    /// ```swift
    /// print(login.approximateByteCount)
    /// ```
    public var approximateByteCount: Int {
        store.box.storedContents(named: Self.storedNames(in: store.box)).approximateByteCount
    }
}
