// Whether a store can be read, and what depends on that.

extension StoreBox {
    /// Whether the values can be read at the moment.
    var availability: StoreAvailability {
        if let scope { return scope.base.availability }
        return own?.object.store.availability ?? plain?.availability ?? .unknown
    }

    /// Throws an error if a change can't be computed, because the stored values can't be read yet.
    func checkChangeable() throws(DefaultsError) {
        if let scope { return try scope.base.checkChangeable() }
        if plain?.isNotYetUnlocked == true { throw .notYetUnlocked }
    }

    /// Returns nil for a value that a read hasn't found, or throws an error if it may be stored all the same.
    func missingValue<Value>(named name: String) throws(DefaultsError) -> Value? {
        if let scope { return try scope.base.missingValue(named: scope.fullName(name)) }
        if own?.object.store.availability == .notYetReadable {
            throw DefaultsError(
                .notYetReadable, storedName: name,
                reason: "nothing is known of \"\(name.abbreviated)\", because the store's file can't be opened")
        }
        if plain?.isNotYetUnlocked == true {
            var error = DefaultsError.notYetUnlocked
            error.storedName = name
            throw error
        }
        return nil
    }
}

extension DefaultsError {
    /// The error for settings that the system keeps closed.
    static let notYetUnlocked = DefaultsError(
        .notYetReadable,
        reason: "what is stored can't be read yet, because the device wasn't unlocked when this process began to use "
            + "its settings")
}
