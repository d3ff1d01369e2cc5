#if !canImport(Darwin)
import Foundation

/// The file that Foundation keeps a program's or a suite's preferences in, as far as saving it safely needs it.
///
/// Unchecked: used by one save at a time, under the lock of ``SavingQueue``; `url` is immutable.
final class PreferencesFile: @unchecked Sendable {
    /// The file of `UserDefaults.standard`, which Foundation names after the executable.
    static var standard: PreferencesFile? {
        PreferencesDirectory.executableName.flatMap(PreferencesFile.init)
    }

    /// The file of a suite.
    static func suite(_ name: String) -> PreferencesFile? { PreferencesFile(name) }

    private let url: URL

    /// The file as the last look or save left it; another state means that somebody else wrote it.
    private var known: FileState?

    /// The copy that is kept while Foundation writes the file.
    private var safetyCopy: URL?

    /// Whether there was no file before the save.
    private var isNew = false

    private init?(_ name: String) {
        guard let directory = PreferencesDirectory.url else { return nil }
        url = directory.appendingPathComponent("\(name).plist", isDirectory: false).resolvingSymlinksInPath()
    }

    // MARK: - Before a save

    /// Looks at the file, puts aside what Foundation couldn't read and would write over, and makes a safety copy of what
    /// it can read.
    ///
    /// - Returns: What was found amiss.
    /// - Throws: Why Foundation must not write the file now.
    func prepareForSave() throws(SavingProblem) -> [DefaultsIssue] {
        safetyCopy = nil
        isNew = FileState(url) == nil
        // What is no file, or not this user's to write, Foundation fails to write by itself, and without harm.
        guard let state = FileState(url), state.isRegularFile, access(url.path, W_OK) == 0 else { return [] }
        var issues: [DefaultsIssue] = []
        if state != known {
            switch try look() {
            case .sound, .missing: break
            case .empty: issues.append(replaceEmptyFile())
            case .unreadable: issues.append(try moveAside(because: "can't be read by this user"))
            case .damaged: issues.append(try moveAside(because: "is no property list with a dictionary"))
            }
            known = FileState(url)
        }
        try makeSafetyCopy()
        return issues
    }

    private enum Finding { case missing, sound, empty, damaged, unreadable }

    private func look() throws(SavingProblem) -> Finding {
        var finding = Finding.sound
        // A file that another process is just writing is empty or half there for a moment.
        for attempt in 0..<5 {
            if attempt > 0 { usleep(20_000) }
            do {
                let data = try Data(contentsOf: url)
                if Self.isReadable(data) { return .sound }
                finding = data.isEmpty ? .empty : .damaged
            } catch CocoaError.fileReadNoPermission {
                return .unreadable
            } catch CocoaError.fileReadNoSuchFile {
                return .missing
            } catch {
                throw SavingProblem(reason: "\"\(url.path)\" can't be read, and is left alone until it can")
            }
        }
        return finding
    }

    /// Tells whether Foundation reads data as a dictionary.
    private static func isReadable(_ data: Data) -> Bool {
        // NB: Foundation's reader can crash on a binary list that is damaged, so that form is checked by hand.
        if data.starts(with: Data("bplist".utf8)) { return BinaryPropertyListCheck(data).isDictionary }
        let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
        return list is [String: Any]
    }

    private func replaceEmptyFile() -> DefaultsIssue {
        .damagedFile(
            "the preferences file \"\(url.path)\" is empty",
            advice: restoreLeftover() ? Self.restored : "Only what this process writes will be in it.")
    }

    /// Moves the file out of Foundation's way, and puts what a killed process left in its place.
    private func moveAside(because finding: String) throws(SavingProblem) -> DefaultsIssue {
        let time = DateText.text(for: Date()).replacingOccurrences(of: ":", with: "")
        let aside = sibling("\(url.lastPathComponent).damaged-\(time)-\(getpid())")
        guard rename(url.path, aside.path) == 0 else {
            throw SavingProblem(
                reason: "\"\(url.path)\" \(finding), and can't be moved aside (\(String(cString: strerror(errno))))")
        }
        let rest = restoreLeftover() ? Self.restored : "Only what this process writes will be in its place."
        return .damagedFile(
            "the preferences file \"\(url.path)\" \(finding)",
            advice: "It was moved aside, unchanged, as \"\(aside.lastPathComponent)\". \(rest)")
    }

    private static let restored = "The values from before a save that was cut short are back in its place."

    // MARK: - The safety copy

    private func makeSafetyCopy() throws(SavingProblem) {
        guard let data = try? Data(contentsOf: url) else { return }
        let copy = sibling("\(copyPrefix)\(getpid())")
        unlink(copy.path)
        let descriptor = open(copy.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        // A directory in which nothing can be made: the file itself is all there is.
        if descriptor < 0, errno == EACCES || errno == EPERM || errno == EROFS { return }
        do {
            guard descriptor >= 0 else { throw POSIXError(.ENOSPC) }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try handle.write(contentsOf: data)
            try handle.close()
            safetyCopy = copy
        } catch {
            unlink(copy.path)
            throw SavingProblem(
                reason: "there is no room beside \"\(url.path)\" for the copy that a save needs, should it be cut short"
            )
        }
    }

    /// Ends a save; of one that failed, the file is as it was before.
    ///
    /// - Parameter answer: What Foundation said: of all the files that it had to write, so if it says no, this one may be
    ///   saved all the same.
    /// - Throws: Why the file isn't saved, as far as that can be told.
    func endSave(_ answer: Bool) throws(SavingProblem) {
        defer { removeSafetyCopy() }
        guard !answer, !isWritten else {
            known = FileState(url)
            return
        }
        known = nil
        if !isReadable, FileState(url)?.isRegularFile ?? true {
            if let copy = safetyCopy, rename(copy.path, url.path) == 0 { safetyCopy = nil }
            if isNew { unlink(url.path) }
        }
        throw SavingProblem(reason: "\"\(url.path)\" can't be written: \(obstacle)")
    }

    /// Whether Foundation has written the file, or had nothing to write: it begins by emptying it, so a write that failed
    /// has left what can't be read, unless the file couldn't even be opened.
    private var isWritten: Bool {
        // What was there before and is gone has been removed by Foundation, with the last of its values.
        guard let state = FileState(url) else { return safetyCopy != nil }
        guard state.isRegularFile, isReadable else { return false }
        let descriptor = open(url.path, O_WRONLY | O_CLOEXEC)
        return descriptor >= 0 && close(descriptor) == 0
    }

    private var isReadable: Bool { (try? Data(contentsOf: url)).map(Self.isReadable) ?? false }

    /// Removes the safety copy, if there is one.
    func removeSafetyCopy() {
        if let copy = safetyCopy { unlink(copy.path) }
        safetyCopy = nil
    }

    /// Puts the newest readable safety copy of a process that was killed in the place of the file.
    private func restoreLeftover() -> Bool {
        let directory = url.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        let leftovers = names.filter { $0.hasPrefix(copyPrefix) }
            .map(sibling)
            .sorted { FileState($0)?.isNewer(than: FileState($1)) ?? false }
        guard let copy = leftovers.first(where: { (try? Data(contentsOf: $0)).map(Self.isReadable) ?? false }) else {
            return false
        }
        return rename(copy.path, url.path) == 0
    }

    // MARK: - Names and texts

    private var copyPrefix: String { ".\(url.lastPathComponent).saving-" }

    private func sibling(_ name: String) -> URL {
        url.deletingLastPathComponent().appendingPathComponent(name, isDirectory: false)
    }

    /// What stands in the way of writing the file.
    private var obstacle: String {
        guard let state = FileState(url) else {
            let directory = url.deletingLastPathComponent().path
            return access(directory, W_OK) == 0 ? "the disk may be full" : "its directory doesn't exist or is read-only"
        }
        guard state.isRegularFile else { return "it is a directory, or another thing that is no file" }
        return access(url.path, W_OK) == 0 ? "the disk may be full" : "this user may not write it"
    }
}

/// What tells one state of a file from another.
private struct FileState: Equatable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int
    let isRegularFile: Bool

    /// The state of a file now; nil if there is none.
    init?(_ url: URL) {
        var status = stat()
        guard stat(url.path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        seconds = Int(status.st_mtim.tv_sec)
        nanoseconds = Int(status.st_mtim.tv_nsec)
        isRegularFile = status.st_mode & S_IFMT == S_IFREG
    }

    func isNewer(than other: FileState?) -> Bool {
        guard let other else { return true }
        return (seconds, nanoseconds) > (other.seconds, other.nanoseconds)
    }
}

/// Where Foundation keeps preferences: `$XDG_CONFIG_HOME`, or `.config` in `$HOME`, as the process was started with.
enum PreferencesDirectory {
    static let url: URL? = {
        let environment = ProcessInfo.processInfo.environment
        if let path = environment["XDG_CONFIG_HOME"], path.hasPrefix("/") {
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        return environment["HOME"].map {
            URL(fileURLWithPath: $0, isDirectory: true).appendingPathComponent(".config", isDirectory: true)
        }
    }()

    /// The name of the file that runs, whatever name it was called by.
    static let executableName: String? = {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return path.map { URL(fileURLWithPath: $0).lastPathComponent }
    }()
}
#endif
