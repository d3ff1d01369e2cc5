import Foundation

/// The limits of an operating system's `UserDefaults`: how large a domain may be, and when it can be read.
struct PlatformRules: Sendable {
    /// The largest domain that the system keeps; nil if it has no limit.
    var largestDomain: SizeLimit?

    /// Returns the file by which the store of a domain sees whether the device has been unlocked.
    ///
    /// It is nil if the system doesn't keep settings closed, or if that can't be told.
    var markFile: (@Sendable (_ domain: String) -> MarkFile?)?

    /// Returns whether the program isn't in an app group, so that a suite with its name is the program's own.
    ///
    /// It is nil if the system doesn't tell.
    var lacksGroup: (@Sendable (_ group: String) -> Bool)?

    /// The availability of a domain for which ``markFile`` gives no file.
    var availability: StoreAvailability = .unknown

    /// Whether the system runs tools, which have to wait for what they have written before they end.
    var runsTools = true

    /// Returns whether a process has to wait, at its end, for what it has written.
    ///
    /// An app and an extension needn't. Where the system runs tools, none is told from an app: the main bundle of a
    /// tool in `X.app/Contents/MacOS` is the app.
    ///
    /// - Parameter bundle: The main bundle's URL.
    func savesAtExit(_ bundle: URL) -> Bool { runsTools || !["app", "appex"].contains(bundle.pathExtension) }

    #if !canImport(Darwin)
    /// The rules of this system.
    static let system = PlatformRules(availability: .available)
    #endif
}

/// The largest domain that a system keeps.
struct SizeLimit: Sendable {
    /// The size in bytes from which the system doesn't keep a domain.
    let byteCount: Int

    /// Whether the system ends a process that stores more.
    ///
    /// Otherwise it logs a message, and what was written is in most cases gone after the next start.
    let endsProcess: Bool
}

/// Tells whether a plain store's values can be read, on systems that keep them closed until a device is first unlocked.
///
/// There, `UserDefaults` finds nothing and reports no error. So the first write through the library leaves two marks: a
/// value in the store, and a file that the system protects as it does the settings. The file can be seen, but not be
/// read, before the device is unlocked. It shows that a missing value isn't that of a new store.
///
/// Several programs share the store of an app group, and its value. The file is in the program's own folder, so each
/// program has one.
///
/// The system doesn't let the file be written before the device is unlocked. The value is stored only after the file,
/// so it is never stored into settings that look empty because they can't be read.
final class FirstUnlock: Sendable {
    private let defaults: SharedDefaults<UserDefaults>
    private let file: MarkFile

    /// Whether the file couldn't be read when this object was created.
    ///
    /// A process that began then may find its settings empty even after the device was unlocked.
    private let wasLocked: Bool

    /// Whether the value in the store was read.
    private let isRead = SharedWord()

    /// Whether this process has looked for the file after a write, and written the marks or failed to.
    private let hasWritten = Locked(false)

    /// Set once ``hasWritten`` is, so that later writes ask without a lock.
    private let isDone = SharedWord()

    init(_ userDefaults: UserDefaults, file: MarkFile) {
        defaults = SharedDefaults(userDefaults)
        self.file = file
        let isMarked = userDefaults.object(forKey: ReservedName.firstUnlock) != nil
        isRead.set(isMarked)
        wasLocked = !isMarked && file.status() == .unreadable
    }

    /// Whether the values can be read.
    var availability: StoreAvailability {
        if !isRead.isSet { isRead.set(defaults.object.object(forKey: ReservedName.firstUnlock) != nil) }
        return isRead.isSet ? .available : wasLocked ? .notYetReadable : .unknown
    }

    /// Writes the file and stores the value, unless that was done before or has failed in this process.
    ///
    /// Called after each write to the store.
    func noteWrite() {
        if isDone.isSet || wasLocked { return }
        let isFirst = hasWritten.withLock { hasWritten in
            defer { hasWritten = true }
            return !hasWritten
        }
        isDone.set(true)
        guard isFirst, file.status() == .readable || file.create() && file.status() == .readable, !isRead.isSet else {
            return
        }
        defaults.object.set(true, forKey: ReservedName.firstUnlock)
        isRead.set(true)
    }
}
