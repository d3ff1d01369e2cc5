#if !canImport(Darwin)
import Foundation

/// The file that Foundation keeps a program's or a suite's preferences in, as far as saving it safely needs it.
///
/// Unchecked: used by one save at a time, under the lock of ``SavingQueue``; `place` is immutable.
final class PreferencesFile: @unchecked Sendable {
    /// The name of the file of `UserDefaults.standard`, which Foundation names after the program.
    static var programName: String? { PreferencesDirectory.programName }

    /// The file of `UserDefaults.standard`.
    static var standard: PreferencesFile? { programName.map(PreferencesFile.init) }

    /// The file of a suite.
    static func suite(_ name: String) -> PreferencesFile { PreferencesFile(name) }

    /// The file by its name, which may be a link's.
    private let place: URL

    /// The file itself.
    private(set) var url: URL

    /// The file as the last look or save left it; another state means that somebody else wrote it.
    var known: FileState?

    /// The copy that is kept while Foundation writes the file.
    private(set) var safetyCopy: SafetyCopy?

    /// Whether copies of other processes have to be looked for once the file is saved.
    private var mayHaveLeftovers = true

    /// Whether there was no file before the save.
    private(set) var isNew = false

    /// The permissions of a file that this user may not write.
    private(set) var locked: mode_t?

    private init(_ name: String) {
        place = PreferencesDirectory.url.appendingPathComponent("\(name).plist", isDirectory: false)
        url = place
    }

    // MARK: - Before a save

    /// Looks at the file, puts aside what Foundation couldn't read and would write over, and makes a safety copy of what
    /// it can read.
    ///
    /// - Returns: What was found amiss.
    /// - Throws: Why Foundation must not write the file now.
    func prepareForSave() throws(SavingProblem) -> [DefaultsIssue] {
        safetyCopy = nil
        url = place.resolvingSymlinksInPath()
        let state = FileState(url)
        isNew = state == nil
        locked = nil
        guard let state else { return [] }
        if state.isDevice {
            // NB: what Foundation can't read back it writes again, for ever.
            throw SavingProblem(reason: "\"\(place.path)\" is a device, or another thing that is no file")
        }
        // A directory, or a file that isn't this user's to write, Foundation fails to write by itself, and without harm.
        guard state.isRegularFile else { return [] }
        guard access(url.path, W_OK) == 0 else {
            locked = state.permissions
            return []
        }
        var issues: [DefaultsIssue] = []
        if state != known {
            switch try look() {
            case .sound, .missing: break
            case .empty: issues.append(replaceEmptyFile())
            case .unreadable: issues.append(try moveAside(because: "can't be read by this user"))
            case .damaged: issues.append(try moveAside(because: "is no property list with a dictionary"))
            }
            known = FileState(url)
            mayHaveLeftovers = true
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
                throw Self.cantBeRead(url)
            }
        }
        return finding
    }

    static func cantBeRead(_ url: URL) -> SavingProblem {
        SavingProblem(reason: "\"\(url.path)\" can't be read, and is left alone until it can")
    }

    /// Tells whether Foundation reads data as a dictionary.
    private static func isReadable(_ data: Data) -> Bool {
        // NB: Foundation's reader can crash on a binary list that is damaged, so that form is checked by hand.
        if data.starts(with: Data("bplist".utf8)) { return BinaryPropertyList.isDictionary(data) }
        // It takes spaces alone for an empty list, and of any other text recurses once a level.
        guard case .dictionary? = TextList.value([UInt8](data), deepest: 512) else { return false }
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
        let time = DateString.string(for: Date()).replacingOccurrences(of: ":", with: "")
        let aside = sibling("\(stem).damaged-\(time)-\(getpid())")
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
        guard FileState(url) != nil else { return }
        guard let data = try? Data(contentsOf: url) else { throw Self.cantBeRead(url) }
        do throws(SafetyCopy.Failure) {
            safetyCopy = try SafetyCopy(of: data, at: sibling("\(copyPrefix)\(getpid())"))
        } catch {
            // A directory in which nothing can be made: the file itself is all there is.
            if [EACCES, EPERM, EROFS].contains(error.number) { return }
            throw SavingProblem(
                reason: "the copy of \"\(url.path)\" that a save needs, should it be cut short, can't be made beside "
                    + "it (\(String(cString: strerror(error.number))))")
        }
    }

    /// Ends a save; of one that failed, the file is as it was before.
    ///
    /// - Parameter answer: What Foundation said: of all the files that it had to write, so if it says no, this one may be
    ///   saved all the same.
    /// - Throws: Why the file isn't saved, as far as that can be told.
    func endSave(_ answer: Bool) throws(SavingProblem) {
        defer { removeSafetyCopy() }
        // NB: an own file that it couldn't open for writing, Foundation has made writable nevertheless.
        if let locked { chmod(url.path, locked) }
        guard !answer, locked != nil || !isWritten else {
            known = FileState(url)
            removeLeftovers()
            return
        }
        known = nil
        if !isReadable, FileState(url)?.isRegularFile ?? true { restore() }
        throw cantBeWritten
    }

    /// Puts the file back as it was before the save.
    func restore() {
        if let copy = safetyCopy, copy.replace(url) { safetyCopy = nil }
        if isNew { unlink(url.path) }
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
        safetyCopy?.remove()
        safetyCopy = nil
    }

    /// Puts the newest readable safety copy of a process that was killed in the place of the file.
    private func restoreLeftover() -> Bool {
        let copy = leftovers.sorted { FileState($0)?.isNewer(than: FileState($1)) ?? false }
            .first { (try? Data(contentsOf: $0)).map(Self.isReadable) ?? false }
        return copy.map { rename($0.path, url.path) == 0 } ?? false
    }

    /// Removes what killed processes left, now that the file is whole: found damaged one day, it must not go back so far.
    func removeLeftovers() {
        guard mayHaveLeftovers else { return }
        for copy in leftovers { unlink(copy.path) }
        mayHaveLeftovers = false
    }

    /// The safety copies of processes that live no more.
    private var leftovers: [URL] {
        let directory = url.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return names.filter { $0.hasPrefix(copyPrefix) && $0.dropFirst(copyPrefix.count).allSatisfy(\.isNumber) }
            .map(sibling).filter { !SafetyCopy.isInUse($0) }
    }

    // MARK: - Names and texts

    private var copyPrefix: String { ".\(stem).saving-" }

    /// The file's name, or, where that leaves no room for more, its begin and a number that is made of the whole.
    private var stem: String {
        let name = url.lastPathComponent
        guard name.utf8.count > 200 else { return name }
        // FNV-1a, since Swift's own hash is another in each process.
        let number = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        var start = name.prefix(180)
        while start.utf8.count > 180 { start.removeLast() }
        return "\(start)-\(String(number, radix: 16))"
    }

    private func sibling(_ name: String) -> URL {
        url.deletingLastPathComponent().appendingPathComponent(name, isDirectory: false)
    }

    /// The problem of a file that couldn't be written.
    var cantBeWritten: SavingProblem { SavingProblem(reason: "\"\(url.path)\" can't be written: \(obstacle)") }

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
#endif
