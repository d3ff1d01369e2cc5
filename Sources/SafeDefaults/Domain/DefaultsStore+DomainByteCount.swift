extension DefaultsStore {
    /// About how many bytes the values stored under the keys of some domains, and their names, take in a file.
    ///
    /// It counts as ``approximateByteCount`` does. Keys that are made at run time are counted if they are in
    /// `allCases`, or are a ``DynamicDefaultsKey``. It is 0 if nothing is stored. It may be called from any thread.
    ///
    /// ```swift
    /// print(login.store.approximateByteCount(of: [LoginDefaults.self]))
    /// ```
    ///
    /// - Parameter domains: The types of the domains.
    /// - Returns: The number of bytes. A name that two domains have counts once.
    public func approximateByteCount(of domains: [any SafeDefaults.Type]) -> Int {
        let box = box
        return box.contents(named: domains.flatMap { $0.storedNames(in: box) }, in: .own).approximateByteCount
    }
}
