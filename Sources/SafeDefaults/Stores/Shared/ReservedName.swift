/// The names under which the library stores values of its own, beside those of domains.
package enum ReservedName {
    /// The beginning of all stored names of all scopes.
    package static let scopes = "scope:"

    /// The beginning of all names that lists of migrations store.
    package static let migrations = "migrations/"

    /// The name of the value by which a file of preferences is known to be readable: see ``FirstUnlock``.
    package static let firstUnlock = "SafeDefaults/readable"
}
