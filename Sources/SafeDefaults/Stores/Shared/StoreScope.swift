/// A part of a store, whose names all begin with the same prefix.
///
/// A ``StoreBox`` with a scope has the store and the hub of the whole store, so that both are one store for writers and
/// observers.
final class StoreScope: Sendable {
    /// The box of the whole store, which has no scope.
    ///
    /// It is retained, so that the registry finds the same box of the whole store while a scope is used.
    let base: StoreBox

    /// The beginning of the full names, such as `scope:user-7/`.
    let prefix: String

    /// Creates a scope within the names of a box, which may have a scope itself.
    init(of box: StoreBox, prefix: String) {
        base = box.scope?.base ?? box
        self.prefix = (box.scope?.prefix ?? "") + prefix
    }

    // MARK: - Names

    /// Returns the name under which the store has a name of the scope.
    func fullName(_ name: String) -> String { prefix + name }

    @_semantics("optimize.sil.specialize.generic.never")
    func fullNames<Value>(_ values: [String: Value]) -> [String: Value] {
        Dictionary(keepingLast: values.map { (fullName($0), $1) })
    }

    /// Returns the values by their names in the scope.
    ///
    /// Values that don't belong to the scope are left out.
    @_semantics("optimize.sil.specialize.generic.never")
    func ownNames<Value>(_ values: [String: Value]) -> [String: Value] {
        Dictionary(keepingLast: values.compactMap { name, value in ownName(name).map { ($0, value) } })
    }

    /// Returns a store's name as it is in the scope, or nil if it doesn't belong to the scope.
    func ownName(_ name: String) -> String? {
        // NB: bytes are compared, because a string has a prefix only if no combining character follows it.
        guard name.utf8.starts(with: prefix.utf8) else { return nil }
        return String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    }

    /// Returns a transaction with the full names.
    func fullNames(_ transaction: StoreTransaction) -> StoreTransaction {
        StoreTransaction(
            expected: fullNames(transaction.expected), in: transaction.layer, changes: fullNames(transaction.changes),
            lastNames: transaction.lastNames.map(fullName))
    }
}
