#if !canImport(Darwin)
import Foundation

/// The place of a preferences file, with links resolved, and the files beside it.
struct PreferencesPlace {
    let url: URL

    /// Creates the place of the file to which a URL leads, which may be that of a link, whether there is a file or not.
    init(resolving url: URL) {
        var url = url
        for _ in 0..<40 {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else { break }
            url = URL(fileURLWithPath: target, relativeTo: url.deletingLastPathComponent()).absoluteURL
        }
        self.url = url
    }

    var status: PreferencesStatus? { PreferencesStatus(url) }

    /// The bytes of the file; nil if it can't be read.
    var contents: Data? { try? Data(contentsOf: url) }

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
    func find() throws(SavingProblem) -> Finding { try Self.find(url) }

    private static func find(_ url: URL) throws(SavingProblem) -> Finding {
        var finding = Finding.missing
        // While a program without the library writes the file, it is empty or incomplete for a moment.
        for attempt in 0..<5 {
            if attempt > 0 { usleep(20_000) }
            let data: Data
            guard let status = PreferencesStatus(url) else {
                // A directory may not be entered, for example.
                if [ENOENT, ENOTDIR].contains(errno) { return .missing }
                throw cantBeRead(url)
            }
            guard status.kind == .file else { throw isNoFile(url) }
            do {
                data = try Data(contentsOf: url)
            } catch CocoaError.fileReadNoSuchFile {
                return .missing
            } catch CocoaError.fileReadNoPermission {
                throw SavingProblem(
                    reason: "\"\(url.path)\" can't be read by this user, and is left alone until it can")
            } catch {
                throw cantBeRead(url)
            }
            if let values = PreferencesEntry.values(in: data) {
                return .values(values, hasCommas: PreferencesEntry.hasCommas(data))
            }
            finding = .damaged(data.isEmpty ? .empty : .content)
        }
        return finding
    }

    private static func values(at url: URL) -> PreferencesFile.Values? {
        guard case .values(let values, _)? = try? find(url) else { return nil }
        return values
    }

    /// The values in the file; nil if it has none that can be read.
    var values: PreferencesFile.Values? { Self.values(at: url) }

    // MARK: - Drafts

    /// The URL of this process's draft.
    var draft: URL { sibling("\(draftPrefix)\(getpid())") }

    /// The URL of another draft of the same save; no process has a number that begins with a zero.
    func secondDraft(_ attempt: Int) -> URL { sibling("\(draftPrefix)0\(attempt)0\(getpid())") }

    /// The values of the newest readable file that a killed process has left, and its URL; nil if there is none.
    var leftover: (url: URL, values: PreferencesFile.Values)? {
        leftovers.compactMap { url in Self.values(at: url).map { (url, $0) } }
            .min { PreferencesStatus($0.0)?.isNewer(than: PreferencesStatus($1.0)) ?? false }
    }

    /// The drafts of processes that have ended.
    var leftovers: [URL] {
        let names: [String]
        // If the directory can't be listed, its files couldn't be used either.
        do { names = try FileManager.default.contentsOfDirectory(atPath: directory.path) } catch { return [] }
        return names.filter { $0.hasPrefix(draftPrefix) && $0.dropFirst(draftPrefix.count).allSatisfy(\.isNumber) }
            .map(sibling).filter { !PreferencesDraft.isInUse($0) }
    }

    // MARK: - Names

    var directory: URL { url.deletingLastPathComponent() }

    func sibling(_ name: String) -> URL { directory.appendingPathComponent(name, isDirectory: false) }

    /// The file's name.
    ///
    /// If it is too long to add an ending, it is replaced with its start and a checksum of the whole name.
    var stem: String {
        let name = url.lastPathComponent
        guard name.utf8.count > 200 else { return name }
        // The checksum is FNV-1a, because Swift's own hash differs from process to process.
        let number = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        var start = name.prefix(180)
        while start.utf8.count > 180 { start.removeLast() }
        return "\(start)-\(String(number, radix: 16))"
    }

    private var draftPrefix: String { ".\(stem).saving-" }

    // MARK: - Messages

    var cantBeRead: SavingProblem { Self.cantBeRead(url) }
    var isNoFile: SavingProblem { Self.isNoFile(url) }

    func cantBeWritten(_ reason: String) -> SavingProblem {
        SavingProblem(reason: "\"\(url.path)\" can't be written: \(reason)")
    }

    private static func cantBeRead(_ url: URL) -> SavingProblem {
        SavingProblem(reason: "\"\(url.path)\" can't be read, and is left alone until it can")
    }

    private static func isNoFile(_ url: URL) -> SavingProblem {
        SavingProblem(reason: "\"\(url.path)\" is a directory, or another thing that is no file")
    }
}
#endif
