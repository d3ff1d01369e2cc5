#if !canImport(Darwin)
import Foundation

/// The place of a preferences file, with links resolved, and the files beside it.
struct PreferencesPlace {
    let path: String

    /// Creates the place of the file to which a path leads, through links, whether there is a file or not.
    init(resolving path: String) {
        var path = path
        for _ in 0..<40 {
            guard let target = Self.destination(of: path) else { break }
            path = target.hasPrefix("/") ? target : "\(Self.directory(of: path))/\(target)"
        }
        self.path = path
    }

    /// Returns where a symbolic link leads; nil if there is none.
    ///
    /// NB: neither `FileManager` nor `URL` is used here. A program opens a store when it starts, and the first use of
    /// either in a process takes as long as the rest of that.
    private static func destination(of path: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &target, target.count)
        return length < 0 ? nil : String(decoding: target.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    var status: PreferencesStatus? { PreferencesStatus(path) }

    /// Whether nothing is there, as far as this process may know.
    var isMissing: Bool { status == nil && Self.isAbsence(errno) }

    /// Whether an error says that nothing is there, and not that a directory may not be entered, for example.
    private static func isAbsence(_ error: Int32) -> Bool { error == ENOENT || error == ENOTDIR }

    /// The bytes of the file; nil if it can't be read.
    var contents: Data? { try? Data(contentsOf: URL(fileURLWithPath: path)) }

    // MARK: - Reading

    /// What is at the place.
    enum Finding {
        case missing
        case values(PreferencesFile.Values, hasCommas: Bool)

        /// Something that Foundation can't read either.
        case damaged(Damage)
    }

    enum Damage {
        case empty, content

        /// What is wrong with the file, as a clause.
        var clause: String { self == .empty ? "is empty" : "is no property list with a dictionary" }
    }

    /// Returns what is there.
    ///
    /// - Throws: The reason why that can't be found out now.
    func find() throws(SavingProblem) -> Finding { try Self.find(path) }

    private static func find(_ path: String) throws(SavingProblem) -> Finding {
        var attempt = 0
        while true {
            attempt += 1
            let data: Data
            guard let status = PreferencesStatus(path) else {
                if isAbsence(errno) { return .missing }
                throw cantBeRead(path)
            }
            guard status.kind == .file else { throw isNoFile(path) }
            do {
                data = try Data(contentsOf: URL(fileURLWithPath: path))
            } catch CocoaError.fileReadNoSuchFile {
                return .missing
            } catch CocoaError.fileReadNoPermission {
                throw SavingProblem(
                    reason: "\"\(path)\" can't be read by this user, and is left alone until it can")
            } catch {
                throw cantBeRead(path)
            }
            if let values = PreferencesEntry.values(in: data) {
                return .values(values, hasCommas: PreferencesEntry.hasCommas(data))
            }
            guard waitForWriter(of: data, attempt) else { return .damaged(data.isEmpty ? .empty : .content) }
        }
    }

    /// Waits a moment, since a program without the library may be writing the file.
    ///
    /// Foundation empties a file and then writes it whole, so an empty one is waited for longer: a second.
    ///
    /// - Parameters:
    ///   - data: What was read, and is no property list.
    ///   - attempt: How many times it was read.
    /// - Returns: Whether to read it again.
    static func waitForWriter(of data: Data, _ attempt: Int) -> Bool {
        guard attempt < (data.isEmpty ? 50 : 6) else { return false }
        usleep(20_000)
        return true
    }

    private static func values(at path: String) -> PreferencesFile.Values? {
        guard case .values(let values, _)? = try? find(path) else { return nil }
        return values
    }

    /// The values in the file; nil if it has none that can be read.
    var values: PreferencesFile.Values? { Self.values(at: path) }

    // MARK: - Drafts

    /// The path of this process's draft.
    var draft: String { sibling("\(draftPrefix)\(getpid())") }

    /// The path of another draft of the same save; no process has a number that begins with a zero.
    func secondDraft(_ attempt: Int) -> String { sibling("\(draftPrefix)0\(attempt)0\(getpid())") }

    /// The values of the newest readable file that a killed process has left, and its path; nil if there is none.
    var leftover: (path: String, values: PreferencesFile.Values)? {
        leftovers.compactMap { path in Self.values(at: path).map { (path, $0) } }
            .min { PreferencesStatus($0.0)?.isNewer(than: PreferencesStatus($1.0)) ?? false }
    }

    /// The drafts of processes that have ended.
    var leftovers: [String] {
        let names: [String]
        // If the directory can't be listed, its files couldn't be used either.
        do { names = try FileManager.default.contentsOfDirectory(atPath: directory) } catch { return [] }
        return names.filter { $0.hasPrefix(draftPrefix) && $0.dropFirst(draftPrefix.count).allSatisfy(\.isNumber) }
            .map(sibling).filter { !PreferencesDraft.isInUse($0) }
    }

    // MARK: - Names

    var directory: String { Self.directory(of: path) }

    static func directory(of path: String) -> String {
        "/" + names(in: path).dropLast().joined(separator: "/")
    }

    private static func names(in path: String) -> [Substring] {
        path.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
    }

    func sibling(_ name: String) -> String { "\(directory)/\(name)" }

    /// The file's name.
    ///
    /// If it is too long to add an ending, it is replaced with its start and a checksum of the whole name.
    var stem: String {
        let name = String(Self.names(in: path).last ?? "")
        guard name.utf8.count > 200 else { return name }
        // The checksum is FNV-1a, because Swift's own hash differs from process to process.
        let number = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        var start = name.prefix(180)
        while start.utf8.count > 180 { start.removeLast() }
        return "\(start)-\(String(number, radix: 16))"
    }

    private var draftPrefix: String { ".\(stem).saving-" }

    // MARK: - Messages

    var cantBeRead: SavingProblem { Self.cantBeRead(path) }
    var isNoFile: SavingProblem { Self.isNoFile(path) }

    func cantBeWritten(_ reason: String) -> SavingProblem {
        SavingProblem(reason: "\"\(path)\" can't be written: \(reason)")
    }

    private static func cantBeRead(_ path: String) -> SavingProblem {
        SavingProblem(reason: "\"\(path)\" can't be read, and is left alone until it can")
    }

    private static func isNoFile(_ path: String) -> SavingProblem {
        SavingProblem(reason: "\"\(path)\" is a directory, or another thing that is no file")
    }
}
#endif
