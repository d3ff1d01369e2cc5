public import SafeDefaults

/// An ordered list of changes to what is stored, for values that older versions of a program have written.
///
/// Each version of the list renames, converts, moves or removes stored values. The number of the version that a store
/// has reached is kept in the store itself. ``run(in:fileID:line:)`` makes the versions that are still missing:
///
/// ```swift
/// let migrations = DefaultsMigrations("login", [
///     .version(1, [.rename("tries", to: .key(LoginDefaults.Keys.attempts)), .remove("obsolete")]),
///     .version(2, [.convert(.key(LoginDefaults.Keys.theme), from: Int.self) { $0 == 0 ? Theme.light : .dark }]),
///     .version(3, [.move("token", from: .standard)]),
/// ])
/// let store = DefaultsStore.inMemory()
/// let report = try migrations.run(in: store)
/// print(report)
/// ```
///
/// - *When:* Only a call of ``run(in:fileID:line:)`` migrates. A read never does. Call it where the program starts,
///   before other code uses the settings. If there is nothing to do, it only reads a number.
/// - *Whole:* The versions that a run makes are made together or not at all, and observers are notified of them as one
///   change. If a step fails, its version changes nothing, and the versions before it are made.
/// - *Interrupted:* The process may be killed at any moment. The next run continues, and makes no change twice.
/// - *At the same time:* Several threads may run a list at once, and so may several processes over one file store; each
///   version is made once. If other code writes a value that a step has read, the run begins again with the new value.
///   On Apple systems, let only one process at a time migrate a plain `UserDefaults`, such as an app group's.
/// - *Stored values only:* Values from launch arguments, environment variables, managed configuration or registered
///   defaults are neither seen nor stored.
/// - *New stores:* In a store without any of the values, the steps find nothing to do, and the number of the newest
///   version is stored.
///
/// The number is stored as an integer under `migrations/` and the list's name. If changes can't be made as one record,
/// or if values are moved between stores, they are noted under that name and `/pending` until they are made.
///
/// On Linux, a program without this library that saves the file of a plain `UserDefaults` may bring back what it has
/// read before. Then nothing is lost, and the run at the next start makes the versions again. For that purpose, the
/// store that values are moved from keeps them under `migrations/`, the list's name and `/kept`, until the first run
/// that comes at least a minute later. The store that they are moved to has a note of them under `/keeping` meanwhile.
///
/// <doc:Migrations> explains each step, and what to do about a failure.
public struct DefaultsMigrations: Sendable {
    /// The name of the list, which distinguishes it from other lists in the same store.
    public let name: String

    /// The versions, in ascending order.
    public let versions: [Version]

    /// How long moved values are kept where another program may undo the move, in seconds.
    package var timeOfKeeping = 60.0

    /// Creates a list.
    ///
    /// A list can't be used, and ``run(in:fileID:line:)`` throws an error, if the name is empty or contains a `/`, if a
    /// number is less than 1, or if the numbers aren't consecutive. The first versions may be dropped from a list once
    /// no store has an older version.
    ///
    /// - Parameters:
    ///   - name: A name that never changes, such as that of the app or the domain.
    ///   - versions: The versions. Append new ones, and don't change those that have been released.
    public init(_ name: String, _ versions: [Version]) {
        self.name = name
        self.versions = versions
    }

    /// The number of the last version, or 0 if there are none.
    public var newestVersion: Int { versions.last?.number ?? 0 }

    /// Migrates a store to the newest version of the list.
    ///
    /// ```swift
    /// let migrations = DefaultsMigrations("login", [.version(1, [.remove("obsolete")])])
    /// do {
    ///     try migrations.run(in: .standard)
    /// } catch {
    ///     print(error)  // names the list, the version, the step, the key, and the reason
    /// }
    /// ```
    ///
    /// - Important: The closures of the steps may be called more than once, because a run begins again if other
    ///   code writes meanwhile. They must not write to the store themselves.
    /// - Parameters:
    ///   - store: The store.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    /// - Returns: What was changed.
    /// - Throws: A ``Failure``, with nothing changed by the version that it names, if the list can't be used, the store
    ///   can't be read or written, the store has a newer version than the list, or a step fails.
    @discardableResult
    public func run(
        in store: DefaultsStore, fileID: StaticString = #fileID, line: UInt = #line
    ) throws(Failure) -> Report {
        let location = CodeLocation(fileID: fileID, line: line)
        return try MigrationRun(list: self, box: store.box, location: location).run()
    }

    /// The name under which the number of the reached version is stored.
    var versionName: String { ReservedName.migrations + name }

    /// The name under which changes are noted until they are made.
    var pendingName: String { "\(versionName)/pending" }

    /// The name under which a store keeps what was moved to others.
    var keptName: String { "\(versionName)/kept" }

    /// The name under which a store notes that other stores keep what a version has moved.
    func keepingName(_ version: Int) -> String { "\(versionName)/keeping/\(version)" }
}
