public import Foundation
public import SafeDefaults

/// A `UserDefaults` object that stores its values in a file of your choice, for tools and servers on Linux.
///
/// You can use it wherever a `UserDefaults` object is expected. On Linux, `UserDefaults` writes nothing until you call
/// `synchronize()`. This class has written a value when `set` returns. The file is a property list that other tools can
/// read.
///
/// ```swift
/// let url = FileManager.default.temporaryDirectory.appendingPathComponent("tour/defaults.plist")
/// let defaults = try FileDefaults(url: url)
/// defaults.set(Date(), forKey: "loginDate")  // written, whatever happens to the process now
/// ```
///
/// - *Kept:* Once `set` has returned, the value survives the end of the process, even by `kill -9`. Once
///   `synchronize()` has returned `true`, the value survives a loss of power.
/// - *Shared:* Any number of processes, and of objects in one process, may use one file. Each sees the writes of the
///   others at once, and no update is lost.
/// - *Refused or failed:* If a write can't be made, nothing is stored, neither now nor later, and an issue of the kind
///   `Kind.failedWrite` is reported.
/// - *Damage:* The readable part of a damaged file is kept. The next write keeps the damaged file itself under another
///   name.
///
/// Values come back as they were set: dates keep their fractional seconds, and URLs all their parts.
///
/// The object may be used from several threads. Wrap it in a `DefaultsStore` to pass it to another thread. If
/// ``postsDidChangeNotification`` is set, it posts `UserDefaults.didChangeNotification`.
///
/// <doc:HowFileDefaultsWorks> explains how far each promise goes. <doc:FileFormat> describes the files, and
/// <doc:HowFileDefaultsWorks#Differences-from-Foundation> the differences from Foundation's own class.
public final class FileDefaults: PropertyListDefaults {
    /// Whether this object posts `UserDefaults.didChangeNotification` for changes that are made through it.
    ///
    /// The default is `false`.
    ///
    /// Set it to `true` if other code listens for the notification, such as a library that was written for Apple
    /// systems. It is `false` by default because posting takes longer than a write, and Foundation doesn't tell whether
    /// anyone listens. To be notified of changes of one setting, or of writes by other processes, observe the setting
    /// instead: <doc:ObservingSettings>.
    ///
    /// ```swift
    /// let url = FileManager.default.temporaryDirectory.appendingPathComponent("tour/defaults.plist")
    /// let defaults = try FileDefaults(url: url)
    /// defaults.postsDidChangeNotification = true
    /// let token = NotificationCenter.default.addObserver(
    ///     forName: UserDefaults.didChangeNotification, object: defaults, queue: nil
    /// ) { _ in print("changed") }
    /// defaults.set(1, forKey: "attempts")  // prints "changed"
    /// NotificationCenter.default.removeObserver(token)
    /// ```
    ///
    /// - *What:* There is one notification for each call that writes, removes, registers, or changes the search list,
    ///   even if the value is the same as before. There is one for each `edit(fileID:line:_:)` and each
    ///   `removeAll()`, and none for a write that fails.
    /// - *When:* It is posted on the same thread before the call returns, after the value has been stored, while no
    ///   lock is held. A listener may read and write.
    /// - *With what:* Its object is this one, and it has no `userInfo`.
    /// - *Not:* It isn't posted for writes of other processes, nor for those of other objects over the same file, each
    ///   of which posts its own. Changes of the domain of another name are always posted, by Foundation itself.
    ///
    /// It may be set from any thread.
    public var postsDidChangeNotification: Bool {
        get { file.isPosting.isSet }
        set { file.isPosting.set(newValue) }
    }

    let file: FileStore

    /// The hub's owner, through which the source of foreign changes has a weak reference to the hub.
    private let hubOwner: Owner<ObservationHub>

    /// Opens a file, or creates it if it doesn't exist.
    ///
    /// Missing directories are created with access for their owner only.
    ///
    /// - Parameters:
    ///   - url: The property list's URL.
    ///   - other: A `UserDefaults` whose own values are imported into a *new* file, such as `.standard`. Its registered
    ///     values and launch arguments aren't imported. Nothing is imported into a file that has values or ever had
    ///     any.
    /// - Throws: A `DefaultsError` that describes why the file can't be used as a store: there is a directory or a
    ///   link in its place, it belongs to another user, it is on a network file system, or it was written by a newer
    ///   version of the library.
    public convenience init(url: URL, importing other: UserDefaults? = nil) throws(DefaultsError) {
        self.init(
            try FileConnection(opening: url, createsAtOnce: other != nil || !FileConnection.createsOnlyToWrite),
            search: SearchList(system: .shared))
        if let other { try file.adopt(other) }
    }

    /// Creates an object over a file.
    ///
    /// If the file can't be opened now, it is opened later.
    ///
    /// - Parameters:
    ///   - url: The property list's URL.
    ///   - other: A `UserDefaults` whose own values are imported into a new file.
    ///   - search: The search list, which may have environment variables.
    ///   - report: Reports why the file can't be opened.
    convenience init(
        retrying url: URL, importing other: UserDefaults?, search: SearchList,
        orReport report: (DefaultsError) -> Void
    ) {
        let connection: FileConnection
        let createsAtOnce = other != nil || !FileConnection.createsOnlyToWrite
        do throws(DefaultsError) {
            connection = try FileConnection(opening: url, createsAtOnce: createsAtOnce)
        } catch {
            report(error)
            connection = FileConnection(retrying: url, createsAtOnce: createsAtOnce)
        }
        self.init(connection, search: search)
        guard let other, connection.engine != nil else { return }
        reporting { () throws(DefaultsError) in try file.adopt(other) }
    }

    private init(_ connection: FileConnection, search: SearchList) {
        let file = FileStore(connection, search: search)
        let hub = ObservationHub(of: file)
        self.file = file
        hubOwner = Owner(hub)
        super.init(file, hub: hub)
        file.search.adoptArguments(of: .shared)
        file.source.connect(to: hubOwner)
    }

    private func reporting(_ write: () throws(DefaultsError) -> Void) {
        do throws(DefaultsError) { try write() } catch { DefaultsIssue.report(.failedWrite(error, at: nil)) }
    }

    // MARK: - Persistent domains

    /// Returns the file's values if the name is the file's path, or `nil` if there are none.
    public override func persistentDomain(forName domainName: String) -> [String: Any]? {
        let values = domainName == file.connection.path ? file.ownObjects : [:]
        return values.isEmpty ? nil : values
    }

    /// Replaces all values of the file, as one change, if the name is the file's path.
    ///
    /// Values that aren't property lists are refused and reported as issues, and so is a domain of another name.
    public override func setPersistentDomain(_ domain: [String: Any], forName domainName: String) {
        guard domainName == file.connection.path else {
            return super.setPersistentDomain(domain, forName: domainName)
        }
        replaceAll(by: PropertyListValue.storable(domain))
    }

    /// Removes all values of the file, as one change, if the name is the file's path.
    public override func removePersistentDomain(forName domainName: String) {
        if domainName == file.connection.path { replaceAll(by: [:]) }
    }

    private func replaceAll(by values: [String: PropertyListValue]) {
        reporting { () throws(DefaultsError) in
            try file.replaceAll(by: values)
            file.didChange(nil, through: hub)
        }
        hub.refresh()
    }
}
