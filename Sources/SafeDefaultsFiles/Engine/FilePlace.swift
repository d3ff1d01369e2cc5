import Foundation
import SafeDefaults

/// The paths of a file store: a directory, and the names of the files in it.
struct FilePlace: Hashable, Sendable {
    /// The directory's path.
    let directory: String

    /// The property list's name.
    let snapshot: String

    /// The maximum length of a file name on common file systems, in bytes.
    static let longestName = 255

    /// Creates the paths of a store from its property list's URL.
    ///
    /// - Parameter url: The URL.
    /// - Throws: The reason why the URL can't be a store's.
    init(_ url: URL) throws(DefaultsError) {
        let path = url.isFileURL ? url.absoluteURL.path : ""
        // A slash and an accent after it are one character.
        let parts = path.pathNames
        guard url.isFileURL, path.utf8.first == UInt8(ascii: "/"), let name = parts.last.map(String.init) else {
            throw Self.refusal("\"\(url.absoluteString.abbreviated)\" is no URL of a file")
        }
        guard name != ".", name != "..", !path.utf8.contains(0) else {
            throw Self.refusal("\"\(path.abbreviated)\" is no path of a file")
        }
        guard name.utf8.count <= Self.longestName else {
            throw Self.refusal("the name \"\(name.abbreviated)\" is longer than \(Self.longestName) bytes")
        }
        directory = path.parentPath
        snapshot = name
    }

    /// The property list's path, for messages.
    var path: String { directory == "/" ? "/\(snapshot)" : "\(directory)/\(snapshot)" }

    var journal: String { ".\(stem).journal" }
    var lock: String { ".\(stem).lock" }

    /// The temporary names of the files that a compaction writes.
    ///
    /// A lock protects each name: only who holds it may create, rename or remove a file of that name.
    struct NextNames: Hashable {
        let snapshot: String
        let journal: String
    }

    /// The temporary names that are protected by the writers' lock, which is held for as long as they are in use.
    var nextUnderWritersLock: NextNames {
        NextNames(snapshot: ".\(stem).first", journal: ".\(stem).journal-first")
    }

    /// The temporary names that are protected by the lock of the journal with this salt.
    ///
    /// The salt is random. So a process that still compacts a journal which isn't in place any more shares no name with
    /// one that compacts its successor.
    func next(salt: UInt64) -> NextNames {
        let salt = String(salt, radix: 16)
        return NextNames(snapshot: ".\(stem).next-\(salt)", journal: ".\(stem).journal-next-\(salt)")
    }

    /// Returns the name under which a damaged file is set aside.
    func aside(_ number: Int, isJournal: Bool) -> String {
        let date = ExactDate.shortText(for: Date()).replacingOccurrences(of: ":", with: "")
        let ending = (number == 0 ? "" : "-\(number)") + (isJournal ? ".journal" : "")
        return "\(stem)\(DamagedCopies.infix)\(date)\(ending)"
    }

    /// The property list's name.
    ///
    /// If it is too long to add endings, it is replaced with its start and a checksum.
    var stem: String {
        guard snapshot.utf8.count > 200 else { return snapshot }
        var start = snapshot.prefix(180)
        while start.utf8.count > 180 { start.removeLast() }
        let number = Array(snapshot.utf8).withUnsafeBytes { Checksum.of($0) }
        return "\(start)-\(String(number, radix: 16))"
    }

    // MARK: - Errors

    private static func refusal(_ reason: String) -> DefaultsError { DefaultsError(.refusedStore, reason: reason) }

    /// Returns the error for a failed system call, with the store's path in its reason.
    func named(_ error: StorageError) -> DefaultsError {
        DefaultsError(.fileFailure, reason: "\(error.reason) in the store \"\(path)\"")
    }

    /// Runs a closure.
    ///
    /// If a system call in it fails, adds the store's path to the error.
    func naming<Result>(_ body: () throws -> Result) throws(DefaultsError) -> Result {
        do {
            return try body()
        } catch {
            throw naming(error)
        }
    }

    // NB: not a part of the function above, which is compiled once for each closure.
    private func naming(_ error: any Error) -> DefaultsError {
        switch error {
        case let error as DefaultsError: error
        case let error as StorageError: named(error)
        default: DefaultsError(.fileFailure, reason: "\(error)")
        }
    }

    /// Returns the error for a lock that another thread or process didn't release in time.
    func isBusy(_ owner: String) -> DefaultsError {
        DefaultsError(
            .fileFailure, reason: "another \(owner) holds the lock of \"\(path)\", and hasn't released it in time")
    }
}
