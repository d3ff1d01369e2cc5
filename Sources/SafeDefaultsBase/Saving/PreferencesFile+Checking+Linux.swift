#if !canImport(Darwin)
import Foundation

// Checks whether Foundation can read the file.

extension PreferencesFile {
    enum Finding { case missing, sound, empty, damaged, unreadable }

    /// Returns what a look at the file has found.
    func check() throws(SavingProblem) -> Finding { try check(url) }

    private func check(_ url: URL) throws(SavingProblem) -> Finding {
        var finding = Finding.sound
        // While another process writes the file, it is empty or incomplete for a moment.
        for attempt in 0..<5 {
            if attempt > 0 { usleep(20_000) }
            do {
                let data = try Data(contentsOf: url)
                if isReadable(data) { return .sound }
                finding = data.isEmpty ? .empty : .damaged
            } catch CocoaError.fileReadNoPermission {
                return .unreadable
            } catch CocoaError.fileReadNoSuchFile {
                return .missing
            } catch {
                throw Self.cantBeRead(url)
            }
        }
        return finding
    }

    /// Returns the values in the file.
    ///
    /// If there is no file, there are none.
    func values() throws(SavingProblem) -> [String: Any] {
        let file = place.resolvingSymlinksInPath()
        // While a program without the library writes the file, it is empty or incomplete for a moment.
        for attempt in 0..<5 {
            if attempt > 0 { usleep(20_000) }
            do {
                let data = try Data(contentsOf: file)
                guard isReadable(data) else { continue }
                let list = try Self.propertyList(data)
                if let values = list as? [String: Any] { return values }
            } catch CocoaError.fileReadNoSuchFile {
                return [:]
            } catch {
                throw Self.cantBeRead(place)
            }
        }
        throw SavingProblem(reason: "\"\(place.path)\" is damaged, or other programs write it again and again")
    }

    static func cantBeRead(_ url: URL) -> SavingProblem {
        SavingProblem(reason: "\"\(url.path)\" can't be read, and is left alone until it can")
    }

    /// Returns whether Foundation can read data as a dictionary.
    private func isReadable(_ data: Data) -> Bool {
        // NB: Foundation's reader can crash on a damaged binary list, so this library checks that form itself.
        if data.isBinaryList { return isBinaryDictionary(data) }
        // The list may be nested deeper than the library's own limit. If Foundation can read what other code has
        // written, the file isn't damaged. NB: but Foundation takes a file of spaces for an empty list.
        guard TextNesting.isShallow(data, deepest: 512) else { return false }
        do {
            let list = try Self.propertyList(data) as? [String: Any]
            // NB: So is a file of nothing but comments for Foundation.
            let mayBeEmpty = data.contains { [UInt8(ascii: "{"), UInt8(ascii: "<")].contains($0) }
            return list.map { mayBeEmpty || !$0.isEmpty } ?? false
        } catch {
            return false
        }
    }

    private static func propertyList(_ data: Data) throws -> Any {
        try NumberLocale.withPoint { try PropertyListSerialization.propertyList(from: data, format: nil) }
    }

    /// Returns whether there is a file at a URL that Foundation can read as a dictionary.
    func isReadable(at url: URL) -> Bool {
        do { return isReadable(try Data(contentsOf: url)) } catch { return false }
    }

    /// Throws an error if the file is there, but Foundation can't read it, and no safety copy can replace it.
    func checkReadable() throws(SavingProblem) {
        let file = place.resolvingSymlinksInPath()
        guard let status = PreferencesStatus(file) else {
            // A directory may not be entered, for example.
            if [ENOENT, ENOTDIR].contains(errno) { return }
            throw Self.cantBeRead(place)
        }
        guard status.kind == .file else { return }
        switch try check(file) {
        case .unreadable: throw SavingProblem(reason: "\"\(place.path)\" can't be read by this user")
        case .damaged where !leftovers.contains(where: isReadable):
            throw SavingProblem(
                reason: "\"\(place.path)\" is damaged, and its values can't be read; the next save moves it aside")
        default: return
        }
    }
}

// MARK: - The status of the file, and its copy

/// The status of a preferences file, with enough details to detect that the file was changed or replaced.
struct PreferencesStatus: Equatable {
    enum Kind { case file, directory, other }

    let kind: Kind
    let permissions: mode_t

    /// When the content was last changed, in seconds and nanoseconds.
    private let change: [Int]

    /// The file's size, times and the like, at least one of which differs after a change or a replacement.
    private let details: [UInt64]

    /// Creates the status of a file, or if it is a link, of the file that it points to; nil if there is none.
    init?(_ url: URL) {
        var status = stat()
        guard stat(url.path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .directory
        default: kind = .other
        }
        permissions = status.st_mode & 0o7777
        change = [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
        details = [
            UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino),
            UInt64(truncatingIfNeeded: status.st_size),
            UInt64(truncatingIfNeeded: status.st_uid), UInt64(truncatingIfNeeded: status.st_nlink),
            UInt64(truncatingIfNeeded: status.st_ctim.tv_sec), UInt64(truncatingIfNeeded: status.st_ctim.tv_nsec),
        ]
    }

    func isNewer(than other: PreferencesStatus?) -> Bool {
        guard let other else { return true }
        return other.change.lexicographicallyPrecedes(change)
    }
}

/// A copy of a file, which is kept beside it while Foundation overwrites the file.
///
/// It is locked for as long as its process lives. A copy without a lock was left by a killed process.
struct SafetyCopy {
    /// The reason why a copy couldn't be made, as an `errno`.
    struct Failure: Error {
        let number: Int32
    }

    private let url: URL
    private let handle: FileHandle

    init(of data: Data, at url: URL) throws(Failure) {
        unlink(url.path)
        let descriptor = StandardStreams.avoid(open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
        guard descriptor >= 0 else { throw Failure(number: errno) }
        // If the file system has no locks, the copy is useful all the same.
        flock(descriptor, LOCK_EX | LOCK_NB)
        self.url = url
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: data)
        } catch {
            unlink(url.path)
            throw Failure(number: ENOSPC)
        }
    }

    /// Puts the copy in a file's place, and returns whether that worked.
    func replace(_ file: URL) -> Bool { rename(url.path, file.path) == 0 }

    func remove() { unlink(url.path) }

    /// Returns whether the process that made a copy may still be alive.
    ///
    /// A copy that belongs to another user can't be opened, so it may be in use.
    static func isInUse(_ url: URL) -> Bool {
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
}
#endif
