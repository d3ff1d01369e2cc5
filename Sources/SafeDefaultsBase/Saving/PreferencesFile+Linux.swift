#if !canImport(Darwin)
package import Foundation

/// The file in which Foundation keeps the preferences of a program or a suite.
///
/// It is checked before each save, and repaired after a failed one.
package struct PreferencesFile {
    /// The name of the file of `UserDefaults.standard`, which Foundation names after the program.
    package static var programName: String? { PreferencesDirectory.programName }

    /// The name by which `persistentDomain` finds the values of `UserDefaults.standard`.
    ///
    /// NB: under the program's name, Foundation keeps other values until the file is saved and read again.
    package static var programDomain: String? { "kCFPreferencesCurrentApplication" }

    /// The file of `UserDefaults.standard`.
    package static func standard(check: @escaping BinaryListCheck) -> PreferencesFile? {
        programName.map { PreferencesFile($0, check: check) }
    }

    /// The file of a suite.
    package static func suite(_ name: String, check: @escaping BinaryListCheck) -> PreferencesFile {
        PreferencesFile(name, check: check)
    }

    /// Returns whether data is a binary list that Foundation reads as a dictionary.
    package typealias BinaryListCheck = @Sendable (Data) -> Bool

    let isBinaryDictionary: BinaryListCheck

    /// The file's URL, which may be that of a link.
    let place: URL

    /// The file's URL with links resolved.
    private(set) var url: URL

    /// The file's status after the last check or save.
    ///
    /// If it is different now, other code has written the file.
    private var known: PreferencesStatus?

    /// How many saves have found that other code had written the file since the save before.
    private var foreignSaves = 0

    /// A number that increases when other code writes the file between two saves of this process, or after the last.
    var savesByOthers: Int { foreignSaves + (known != nil && PreferencesStatus(url) != known ? 1 : 0) }

    /// The copy that is kept while Foundation writes the file.
    private var safetyCopy: SafetyCopy?

    /// Whether there may be copies left by other processes.
    ///
    /// They are removed once the file is saved.
    private var mayHaveLeftovers = true

    /// Whether the file didn't exist before the save.
    private var isNew = false

    /// The permissions of the file if this user may not write to it; otherwise nil.
    private var locked: mode_t?

    private init(_ name: String, check: @escaping BinaryListCheck) {
        isBinaryDictionary = check
        place = PreferencesDirectory.url.appendingPathComponent("\(name).plist", isDirectory: false)
        url = place
    }

    // MARK: - Before a save

    /// Checks the file.
    ///
    /// If Foundation can read it, makes a safety copy. If not, moves it aside, because Foundation would replace it.
    ///
    /// - Returns: Issues that were found.
    /// - Throws: The reason why Foundation must not write the file now.
    mutating func prepareForSave() throws(SavingProblem) -> [SavingIssue] {
        safetyCopy = nil
        url = place.resolvingSymlinksInPath()
        let status = PreferencesStatus(url)
        isNew = status == nil
        locked = nil
        guard let status else { return [] }
        if status.kind == .other {
            // NB: Foundation writes again and again until it can read back what it wrote, which would never end here.
            throw SavingProblem(reason: "\"\(place.path)\" is a device, or another thing that is no file")
        }
        // If there is a directory, or a file that this user may not write to, Foundation fails to write without doing
        // harm.
        guard status.kind == .file else { return [] }
        guard access(url.path, W_OK) == 0 else {
            locked = status.permissions
            return []
        }
        var issues: [SavingIssue] = []
        if status != known {
            if known != nil { foreignSaves += 1 }
            switch try check() {
            case .sound, .missing: break
            case .empty: issues.append(replaceEmptyFile())
            case .unreadable: issues.append(try moveAside(because: "can't be read by this user"))
            case .damaged: issues.append(try moveAside(because: "is no property list with a dictionary"))
            }
            known = PreferencesStatus(url)
            mayHaveLeftovers = true
        }
        try makeSafetyCopy()
        return issues
    }

    private func replaceEmptyFile() -> SavingIssue {
        .damagedFile(
            "the preferences file \"\(url.path)\" is empty",
            advice: restoreLeftover() ? Self.restored : "Only what this process writes will be in it.")
    }

    /// Moves the file aside.
    ///
    /// If there is a safety copy of a killed process, puts that in its place.
    private func moveAside(because finding: String) throws(SavingProblem) -> SavingIssue {
        let time = ExactDate.shortText(for: Date()).replacingOccurrences(of: ":", with: "")
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

    private mutating func makeSafetyCopy() throws(SavingProblem) {
        guard PreferencesStatus(url) != nil else { return }
        let data: Data
        do { data = try Data(contentsOf: url) } catch { throw Self.cantBeRead(url) }
        do throws(SafetyCopy.Failure) {
            safetyCopy = try SafetyCopy(of: data, at: sibling("\(copyPrefix)\(getpid())"))
        } catch {
            // No files can be created in the directory, so Foundation writes the file without a copy.
            if [EACCES, EPERM, EROFS].contains(error.number) { return }
            throw SavingProblem(
                reason: "the copy of \"\(url.path)\" that a save needs, should it be cut short, can't be made beside "
                    + "it (\(String(cString: strerror(error.number))))")
        }
    }

    /// Ends a save.
    ///
    /// If it failed, restores the file as it was before.
    ///
    /// - Parameter answer: Foundation's result for all the files that it had to write. Even if it is false, this file
    ///   may have been saved.
    /// - Throws: The reason why the file isn't saved, as far as it is known.
    mutating func endSave(_ answer: Bool) throws(SavingProblem) {
        defer { removeSafetyCopy() }
        // NB: if Foundation can't open a file for writing, it makes the file writable.
        if let locked { chmod(url.path, locked) }
        guard !answer, locked != nil || !isWritten else {
            known = PreferencesStatus(url)
            removeLeftovers()
            return
        }
        known = nil
        if !isReadable(at: url), PreferencesStatus(url).map({ $0.kind == .file }) ?? true { restore() }
        throw cantBeWritten
    }

    /// Restores the file as it was before the save.
    private mutating func restore() {
        if let copy = safetyCopy, copy.replace(url) { safetyCopy = nil }
        if isNew { unlink(url.path) }
    }

    /// Whether Foundation has written the file, or had nothing to write.
    ///
    /// Foundation empties the file first. So a failed write leaves a file that can't be read, unless the file couldn't
    /// even be opened.
    private var isWritten: Bool {
        // If the file is gone, Foundation has removed it, together with the last of its values.
        guard let status = PreferencesStatus(url) else { return safetyCopy != nil }
        guard status.kind == .file, isReadable(at: url) else { return false }
        let descriptor = StandardStreams.avoid(open(url.path, O_WRONLY | O_CLOEXEC))
        return descriptor >= 0 && close(descriptor) == 0
    }

    /// Removes the safety copy, if there is one.
    mutating func removeSafetyCopy() {
        safetyCopy?.remove()
        safetyCopy = nil
    }

    /// Replaces the file with the newest readable safety copy of a killed process.
    ///
    /// Returns whether there was one.
    private func restoreLeftover() -> Bool {
        let copy = leftovers.filter(isReadable)
            .min { PreferencesStatus($0)?.isNewer(than: PreferencesStatus($1)) ?? false }
        return copy.map { rename($0.path, url.path) == 0 } ?? false
    }

    /// Removes the copies of killed processes.
    ///
    /// The file is complete now, so they would be out of date if it were damaged later.
    private mutating func removeLeftovers() {
        guard mayHaveLeftovers else { return }
        for copy in leftovers { unlink(copy.path) }
        mayHaveLeftovers = false
    }

    /// The safety copies left by processes that have ended.
    var leftovers: [URL] {
        let directory = url.deletingLastPathComponent()
        let names: [String]
        // If the directory can't be listed, its copies couldn't be used either.
        do { names = try FileManager.default.contentsOfDirectory(atPath: directory.path) } catch { return [] }
        return names.filter { $0.hasPrefix(copyPrefix) && $0.dropFirst(copyPrefix.count).allSatisfy(\.isNumber) }
            .map(sibling).filter { !SafetyCopy.isInUse($0) }
    }

    // MARK: - Names and messages

    private var copyPrefix: String { ".\(stem).saving-" }

    /// The file's name.
    ///
    /// If it is too long to add an ending, it is replaced with its start and a checksum of the whole name.
    private var stem: String {
        let name = url.lastPathComponent
        guard name.utf8.count > 200 else { return name }
        // The checksum is FNV-1a, because Swift's own hash differs from process to process.
        let number = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        var start = name.prefix(180)
        while start.utf8.count > 180 { start.removeLast() }
        return "\(start)-\(String(number, radix: 16))"
    }

    private func sibling(_ name: String) -> URL {
        url.deletingLastPathComponent().appendingPathComponent(name, isDirectory: false)
    }

    /// The problem to report if the file couldn't be written.
    private var cantBeWritten: SavingProblem { SavingProblem(reason: "\"\(url.path)\" can't be written: \(obstacle)") }

    /// The reason why the file can't be written, as a clause.
    private var obstacle: String {
        guard let status = PreferencesStatus(url) else {
            let directory = url.deletingLastPathComponent().path
            return access(directory, W_OK) == 0 ? "the disk may be full" : "its directory doesn't exist or is read-only"
        }
        guard status.kind == .file else { return "it is a directory, or another thing that is no file" }
        return access(url.path, W_OK) == 0 ? "the disk may be full" : "this user may not write it"
    }
}
#endif
