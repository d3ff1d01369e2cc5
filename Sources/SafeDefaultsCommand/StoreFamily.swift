import Foundation
import SafeDefaults

/// The files of a store: its property list, and the hidden files beside it whose names begin with the list's.
///
/// The guide to the file format has the names of a file store. Those of `UserDefaults` on Linux are of the same form.
struct StoreFamily {
    private let list: URL

    /// - Parameter list: The URL of the property list. There need be no file.
    init(_ list: URL) { self.list = list.absoluteURL }

    /// Whether there is a property list or a journal, so that something may be stored.
    ///
    /// It is also true if that can't be told, because this user may not enter a directory.
    var exists: Bool { list.mayExist || hasJournal }

    /// Whether there is a journal, whose values are newer than those of the property list.
    var hasJournal: Bool { journals.contains(where: \.mayExist) }

    /// Whether a journal has more than its header of 64 bytes, or can't be looked at.
    var mayHaveNewerValues: Bool {
        journals.contains { journal in
            let size = FileManager.default.attributes(of: journal.path)[.size] as? NSNumber
            return journal.mayExist && size.map { $0.intValue > 64 } ?? true
        }
    }

    private var journals: [URL] {
        isShort ? [sibling("\(start)journal")] : hiddenFiles.filter { $0.path.hasSuffix(".journal") }
    }

    /// Whether a path leads to one of the files, or to the name of one that the store may create.
    ///
    /// Files are compared by their identity, so links and other ways to write a path make no difference.
    func contains(_ path: String) -> Bool {
        let url = URL(fileURLWithPath: path).absoluteURL
        let targets = [url, url.standardizedFileURL, url.resolvingSymlinksInPath()]
        let lists = [list, list.resolvingSymlinksInPath()]
        let own = Set((lists + hiddenFiles).compactMap { NodeIdentity($0.path) })
        if !own.isDisjoint(with: targets.compactMap { NodeIdentity($0.path) }) { return true }
        let directories = Set(lists.compactMap(NodeIdentity.init(directoryOf:)))
        return targets.contains { target in
            // Some file systems don't distinguish capital letters.
            let name = target.lastPathComponent.lowercased()
            return (name == list.lastPathComponent.lowercased() || name.hasPrefix(start.lowercased()))
                && NodeIdentity(directoryOf: target).map(directories.contains) ?? false
        }
    }

    /// The paths of the files that are there, and of the property list.
    var paths: [String] { ([list] + hiddenFiles).map(\.path) }

    /// Throws a failure if the superuser is about to create the files in another user's directory, because that user,
    /// whose program reads them, couldn't open them.
    func refuseOtherDirectory() throws(CommandFailure) {
        guard geteuid() == 0, !exists else { return }
        var directory = list.deletingLastPathComponent().path
        while !URL(fileURLWithPath: directory).mayExist, directory != "/" { directory = directory.parentPath }
        guard let owner = NodeOwner(directory), !owner.isThisUser else { return }
        let place = directory.shown(atMost: 500)
        throw CommandFailure(
            .cannotCreate,
            sentences: [
                "\(place) belongs to the user \(owner.name), who couldn't read a file of the user root in it.",
                "Nothing was changed. Run the command as that user, such as by sudo -u \(owner.name).",
            ])
    }

    // MARK: - Names

    /// Whether the names of hidden files contain the whole name of the property list, and not only its start.
    private var isShort: Bool { list.lastPathComponent.utf8.count <= 200 }

    /// The prefix of the hidden files' names.
    private var start: String {
        guard !isShort else { return ".\(list.lastPathComponent)." }
        var start = list.lastPathComponent.prefix(180)
        while start.utf8.count > 180 { start.removeLast() }
        return ".\(start)-"
    }

    private var hiddenFiles: [URL] {
        // If the directory can't be listed, files whose names are known are found without a list.
        let names = try? FileManager.default.contentsOfDirectory(atPath: list.deletingLastPathComponent().path)
        return (names ?? []).filter { $0.hasPrefix(start) }.map(sibling)
    }

    private func sibling(_ name: String) -> URL {
        list.deletingLastPathComponent().appendingPathComponent(name, isDirectory: false)
    }
}

/// The user to whom a file or a directory belongs.
struct NodeOwner {
    /// The user's name, or the number if there is none.
    let name: String

    /// Whether it is the user who runs the command.
    let isThisUser: Bool

    /// Returns nil if that can't be told.
    init?(_ path: String) {
        let attributes = FileManager.default.attributes(of: path)
        guard let number = attributes[.ownerAccountID] as? NSNumber else { return nil }
        name = attributes[.ownerAccountName] as? String ?? "\(number)"
        isThisUser = number.uint32Value == geteuid()
    }
}

/// The identity of a file or a directory, which doesn't depend on its name.
private struct NodeIdentity: Hashable {
    let device: Int
    let number: Int

    /// Creates the identity of the directory of a file, even if the path leads to it by a link.
    init?(directoryOf url: URL) { self.init("\(url.deletingLastPathComponent().path)/.") }

    /// Creates the identity of a file or of a link; nil if there is none.
    init?(_ path: String) {
        // A file whose attributes can't be read can't be written, either.
        let attributes = FileManager.default.attributes(of: path)
        guard let device = attributes[.systemNumber] as? NSNumber,
            let number = attributes[.systemFileNumber] as? NSNumber
        else { return nil }
        (self.device, self.number) = (device.intValue, number.intValue)
    }
}
