#if !canImport(Darwin)
import Foundation

/// The place of a preferences file, with links resolved, and the files beside it.
struct PreferencesPlace {
    let path: String

    /// Creates the place of the file to which a path leads, through links, whether there is a file or not.
    ///
    /// NB: neither `FileManager` nor `URL` is used here. A program opens a store when it starts, and the first use of
    /// either in a process takes as long as the rest of that.
    init(resolving path: String) {
        var path = path
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        for _ in 0..<40 {
            let length = readlink(path, &target, target.count)
            if length < 0 { break }
            let name = String(decoding: target.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
            path = name.hasPrefix("/") ? name : "\(path.parentPath)/\(name)"
        }
        self.path = path
    }

    var status: PreferencesStatus? { PreferencesStatus(path) }

    /// Whether nothing is there, as far as this process may know.
    ///
    /// Another error says, for example, that a directory may not be entered.
    var isMissing: Bool { status == nil && (errno == ENOENT || errno == ENOTDIR) }

    // MARK: - Reading

    /// What is at the place.
    enum Finding {
        case missing

        /// Values, and whether Foundation reads exactly these.
        case values(PreferencesFile.Values, isExact: Bool)

        /// A list that Foundation reads, with something in it that no value represents, such as a tree that is nested
        /// too deeply. Foundation alone saves it.
        case foreign

        /// Something that Foundation can't read either, with the values that a killed process has left beside it.
        case damaged(isEmpty: Bool, PreferencesFile.Values?)
    }

    /// Returns what is there.
    ///
    /// A process that was killed while Foundation was saving has left the exact form of what Foundation wrote.
    ///
    /// - Throws: The reason why that can't be found out now.
    func find() throws(DefaultsError) -> Finding {
        var finding = try findAlone()
        for leftover in leftovers.map(PreferencesPlace.init(resolving:)) {
            guard let left = leftover.values else { continue }
            switch finding {
            case .missing, .foreign: break
            case .damaged(let isEmpty, _): finding = .damaged(isEmpty: isEmpty, left)
            case .values(let values, _):
                let written = left.throughXML
                let exact = left.entries { name, _ in values[name] == written[name] }
                finding = .values(values.overridden(by: exact), isExact: false)
            }
        }
        return finding
    }

    /// Returns the bytes of the file, or nil if there is none.
    func contents() throws(DefaultsError) -> Data? {
        do {
            return try Data(contentsOf: URL(fileURLWithPath: path))
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        } catch {
            throw cantBeRead
        }
    }

    private func findAlone() throws(DefaultsError) -> Finding {
        var attempt = 0
        while true {
            attempt += 1
            if isMissing { return .missing }
            if let problem = problemOfKind { throw problem }
            // It may have been removed since the first look.
            guard let data = try contents() else { return .missing }
            let values = PreferencesFile.Values(list: data)
            let isRead = data.isBinaryList ? values != nil : PreferencesFile.Values.isRead(data)
            if let values { return .values(values, isExact: isRead) }
            if isRead { return .foreign }
            guard Self.waitForWriter(of: data, attempt) else { return .damaged(isEmpty: data.isEmpty, nil) }
        }
    }

    /// The values in the file; nil if it has none that can be read.
    var values: PreferencesFile.Values? {
        guard case .values(let values, _)? = try? findAlone() else { return nil }
        return values
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

    // MARK: - Drafts

    /// The path of one of this process's drafts.
    func draft(_ number: Int) -> String { sibling("\(draftPrefix)\(getpid())0\(number)") }

    /// The drafts of processes that have ended, the oldest first if they are of one process.
    var leftovers: [String] {
        // If the directory can't be listed, its files couldn't be used either.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.filter { $0.hasPrefix(draftPrefix) && $0.dropFirst(draftPrefix.count).allSatisfy(\.isNumber) }
            .inByteOrder().map(sibling).filter { !PreferencesDraft.isInUse($0) }
    }

    private var draftPrefix: String { ".\(stem).saving-" }

    // MARK: - Names

    var directory: String { path.parentPath }

    func sibling(_ name: String) -> String { "\(directory)/\(name)" }

    /// The file's name.
    ///
    /// If it is too long to add an ending, it is replaced with its start and a checksum of the whole name.
    var stem: String {
        let name = String(path.pathNames.last ?? "")
        guard name.utf8.count > 200 else { return name }
        // The checksum is FNV-1a, because Swift's own hash differs from process to process.
        let number = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return "\(String(decoding: name.utf8.prefix(180), as: UTF8.self))-\(String(number, radix: 16))"
    }

    // MARK: - Problems

    /// The problem if something is there that is no file.
    var problemOfKind: DefaultsError? {
        guard let status, status.format != S_IFREG else { return nil }
        return .file("\"\(path)\" is a directory, or another thing that is no file")
    }

    var cantBeRead: DefaultsError {
        .file("\"\(path)\" can't be read by this user at the moment, and is left alone until it can")
    }

    func cantBeWritten(_ reason: String) -> DefaultsError { .file("\"\(path)\" can't be written: \(reason)") }

    func cantBeWritten(_ failure: PreferencesDraft.Failure) -> DefaultsError {
        cantBeWritten(String(cString: strerror(failure.number)))
    }
}

extension DefaultsError {
    static func file(_ reason: String) -> DefaultsError { DefaultsError(.fileFailure, reason: reason) }
}
#endif
