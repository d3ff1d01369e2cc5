// What a store itself holds, as distinguished from what a read finds.

extension StoreBox {
    /// Returns what the store itself holds under some names, with all or none of the changes of a batch.
    ///
    /// Launch arguments, environment variables, managed and registered values, and the values of other domains don't
    /// count. If the store can't tell them from its own values, the content is what a read finds. That is the case only
    /// for a `UserDefaults` that other code has created, whose domain is unknown, and there only for a name that has a
    /// launch argument, a managed value, or a registered value equal to the one that is read.
    ///
    /// While a file can't be opened, nothing is stored in it.
    ///
    /// The reads aren't tracked by the Observation framework.
    func storedContents(named names: [String]) -> [String: StoredContent] {
        guard let own else { return hub.storedContentsOfPlain(named: names) }
        return own.object.store.storedContents(named: names)
    }
}
