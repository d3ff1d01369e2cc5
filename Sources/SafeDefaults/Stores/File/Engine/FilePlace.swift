import Foundation

/// Where a file store lies: a directory, and the names of the files in it.
struct FilePlace: Hashable, Sendable {
    /// The directory's path.
    let directory: String

    /// The property list's name.
    let snapshot: String

    /// The longest name that file systems take.
    static let longestName = 255

    /// The place of a property list.
    ///
    /// - Parameter url: Its URL.
    /// - Throws: Why no store can be there.
    init(_ url: URL) throws(DefaultsError) {
        let path = url.isFileURL ? url.absoluteURL.path : ""
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        guard url.isFileURL, path.hasPrefix("/"), let name = parts.last.map(String.init) else {
            throw Self.refusal("\"\(url.absoluteString.abbreviated)\" is no URL of a file")
        }
        guard name != ".", name != "..", !path.utf8.contains(0) else {
            throw Self.refusal("\"\(path.abbreviated)\" is no path of a file")
        }
        guard name.utf8.count <= Self.longestName else {
            throw Self.refusal("the name \"\(name.abbreviated)\" is longer than \(Self.longestName) bytes")
        }
        directory = "/" + parts.dropLast().joined(separator: "/")
        snapshot = name
    }

    /// The property list's path, for messages.
    var path: String { directory == "/" ? "/\(snapshot)" : "\(directory)/\(snapshot)" }

    var journal: String { ".\(stem).journal" }
    var lock: String { ".\(stem).lock" }

    /// The names under which the next files are written.
    ///
    /// - Parameter isAlone: Whether that is done under the lock of writers; another process may be writing its own, which
    ///   it throws away then, without the lock.
    func next(isAlone: Bool) -> (snapshot: String, journal: String) {
        isAlone ? (".\(stem).first", ".\(stem).journal-first") : (".\(stem).next", ".\(stem).journal-next")
    }

    /// The names under which first journals are written, by processes that don't know of each other yet.
    func firstJournal(_ number: Int) -> String { ".\(stem).journal-first-\(number)" }

    /// A new name for a damaged file that is set aside.
    func aside(_ number: Int, isJournal: Bool) -> String {
        let date = DateString.string(for: Date()).replacingOccurrences(of: ":", with: "")
        let ending = (number == 0 ? "" : "-\(number)") + (isJournal ? ".journal" : "")
        return "\(stem).damaged-\(date)\(ending)"
    }

    /// The property list's name, or, where that leaves no room for more, its begin and a number that is made of the whole.
    private var stem: String {
        guard snapshot.utf8.count > 200 else { return snapshot }
        var start = snapshot.prefix(180)
        while start.utf8.count > 180 { start.removeLast() }
        let number = Array(snapshot.utf8).withUnsafeBytes { Checksum.of($0) }
        return "\(start)-\(String(number, radix: 16))"
    }

    private static func refusal(_ reason: String) -> DefaultsError { DefaultsError(.refusedStore, reason: reason) }
}
