public import Foundation

/// A `UserDefaults` over a file of your choice that never loses a value, for tools and servers on Linux.
///
/// It can be used wherever a `UserDefaults` can. `UserDefaults` on Linux writes nothing until `synchronize()` is
/// called; this class has written a value when `set` returns. The file is a property list that other tools can read.
///
/// ```swift
/// let url = FileManager.default.temporaryDirectory.appendingPathComponent("tour/defaults.plist")
/// let defaults = try FileDefaults(url: url)
/// defaults.set(Date(), forKey: "loginDate")  // written, whatever happens to the process now
/// ```
///
/// - *Kept:* once `set` returns, the value survives the end of the process, even by `kill -9`. Once `synchronize()`
///   returns true, it survives a loss of power.
/// - *Shared:* any number of processes, and of objects in one process, may use one file. Each reads at once what the
///   others write, and no update is lost.
/// - *Refused or failed:* a write that can't be made stores nothing, now or later, and is an issue of the kind
///   ``DefaultsIssue/Kind/failedWrite``.
/// - *Damage:* the readable part of a damaged file is kept, and the next write sets the file itself aside.
///
/// Values come back as they were set: dates with their fraction, URLs complete. It may be used from several threads;
/// wrap it in a ``DefaultsStore`` to pass it to one. It posts `UserDefaults.didChangeNotification` on request:
/// ``postsDidChangeNotification``. <doc:HowFileDefaultsWorks> explains how far each promise goes, <doc:FileFormat> the
/// files, and <doc:FileDefaultsAndFoundation> where it differs from Foundation's own class.
public final class FileDefaults: PropertyListDefaults {
    /// Whether this object posts `UserDefaults.didChangeNotification` for changes that are made through it; false at
    /// first.
    ///
    /// Set it if code listens for the notification, such as a library that was written for Apple systems. It is off by
    /// default because a notification takes longer than a write, and Foundation doesn't say whether anybody listens. To
    /// be notified of one setting, or of other processes' writes, observe the setting instead: <doc:ObservingSettings>.
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
    /// - *What:* one notification for each call that writes, removes, registers, or changes the search list, even if
    ///   the value is the same as before; one for ``SafeDefaults/edit(fileID:line:_:)`` and for
    ///   ``SafeDefaults/removeAll()``; none for a write that fails.
    /// - *When:* before the call returns, on the same thread, after the value is stored and with no lock held. A
    ///   listener may read and write.
    /// - *With what:* this object, and no `userInfo`.
    /// - *Not:* for writes of other processes, and of other objects over the same file, each of which posts its own.
    ///   Foundation itself always posts changes of the domain of another name.
    ///
    /// It may be set from any thread.
    public var postsDidChangeNotification: Bool {
        get { isPosting.isSet }
        set { isPosting.set(newValue) }
    }

    private let isPosting = SharedWord()

    let file: FileStore

    /// The hub's owner, through which the source of foreign changes refers to the hub weakly.
    private let hubOwner: Owner<ObservationHub>

    /// Opens a file, or creates one; missing directories are created for their owner alone.
    ///
    /// - Parameters:
    ///   - url: The property list's URL.
    ///   - other: A `UserDefaults` whose own values are imported into a *new* file, such as `.standard`; its registered
    ///     values and launch arguments are left out. Nothing is imported into a file that holds something, or ever did.
    /// - Throws: A ``DefaultsError`` whose sentence says why there can be no store: a directory or a link in the file's
    ///   place, another user's file, a network file system, or the files of a newer version of the library.
    public convenience init(url: URL, importing other: UserDefaults? = nil) throws(DefaultsError) {
        self.init(try FileConnection(opening: url))
        if let other { try file.adopt(other) }
    }

    /// Creates an object over a file that is opened later if it can't be opened now.
    ///
    /// - Parameters:
    ///   - url: The property list's URL.
    ///   - other: A `UserDefaults` whose own values are imported into a new file.
    ///   - report: Reports why the file can't be opened.
    convenience init(retrying url: URL, importing other: UserDefaults?, orReport report: (DefaultsError) -> Void) {
        let connection: FileConnection
        do throws(DefaultsError) {
            connection = try FileConnection(opening: url)
        } catch {
            report(error)
            connection = FileConnection(retrying: url)
        }
        self.init(connection)
        guard let other, connection.engine != nil else { return }
        reporting { () throws(DefaultsError) in try file.adopt(other) }
    }

    private init(_ connection: FileConnection) {
        let file = FileStore(connection)
        let hub = ObservationHub(of: file)
        self.file = file
        hubOwner = Owner(hub)
        super.init(file, hub: hub, suite: .file)
        file.search.adoptArguments(of: .shared)
        file.source.connect(to: hubOwner)
    }

    private func reporting(_ write: () throws(DefaultsError) -> Void) {
        do throws(DefaultsError) { try write() } catch { DefaultsIssue.report(.failedWrite(error, at: nil)) }
    }

    /// Posts a change once no lock is held any more, if notifications are wanted.
    override func didChange() {
        guard postsDidChangeNotification else { return }
        hub.announceOnceFree { NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self) }
    }

    // MARK: - Persistent domains

    /// Returns the file's own values for its path as the name, or the values of a suite; `nil` if there are none.
    public override func persistentDomain(forName domainName: String) -> [String: Any]? {
        let values = domainName == file.connection.path ? file.ownValues : super.persistentDomain(forName: domainName)
        // NB: on Linux Foundation returns an empty dictionary for a domain that doesn't exist.
        return values.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Replaces the file's own values, as one change, for its path as the name; for another name the values of a suite.
    ///
    /// Values that are no property list are refused and reported, and so is a name that no suite can have.
    public override func setPersistentDomain(_ domain: [String: Any], forName domainName: String) {
        let values = PropertyListValue.storable(domain)
        if domainName == file.connection.path { return replaceAll(by: values) }
        changeSuite(domainName) {
            super.setPersistentDomain(values.mapValues(\.foundationObject), forName: domainName)
        }
    }

    /// Removes the file's own values, as one change, for its path as the name; for another name the values of a suite.
    ///
    /// A name that no suite can have is refused and reported.
    public override func removePersistentDomain(forName domainName: String) {
        if domainName == file.connection.path { return replaceAll(by: [:]) }
        changeSuite(domainName) { super.removePersistentDomain(forName: domainName) }
    }

    private func replaceAll(by values: [String: PropertyListValue]) {
        reporting { () throws(DefaultsError) in
            try file.replaceAll(by: values)
            didChange()
        }
        hub.refresh()
    }

    /// Changes a suite, which Foundation keeps, and which may be in the search list; Foundation posts its own
    /// notification.
    private func changeSuite(_ name: String, _ change: () -> Void) {
        reporting { () throws(DefaultsError) in
            if let reason = SuiteName.reasonToRefuseDomain(name) {
                throw DefaultsError(.unstorable, reason: "the name can't be a domain's, because \(reason)")
            }
            change()
        }
        hub.refresh()
    }
}
