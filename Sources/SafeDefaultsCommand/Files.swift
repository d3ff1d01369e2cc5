import Foundation

/// Reads files that people name.
enum InputFile {
    /// The number of bytes after which no import goes on, one more than the largest file has.
    private static let limit = 1 << 24 + 1

    /// Returns a file's bytes, or the first of them if they are too many for an import.
    static func read(_ path: String) throws(CommandFailure) -> Data {
        do {
            // NB: `Data(contentsOf:)` can't read a device without bytes, and doesn't end with one that has no end.
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { file.closeFile() }
            var data = Data()
            while data.count < limit, let part = try file.read(upToCount: limit - data.count), !part.isEmpty {
                data += part
            }
            return data
        } catch {
            let isMissing = !URL(fileURLWithPath: path).mayExist
            throw CommandFailure(.noInput, "\(path.quoted) \(isMissing ? "doesn't exist" : "can't be read").")
        }
    }
}

extension URL {
    /// Whether there is a file or a directory, or the system can't tell, because this user may not enter a directory.
    var mayExist: Bool {
        // NB: not by `stat`, whose use Apple wants to be declared.
        access(path, F_OK) == 0 || ![ENOENT, ENOTDIR].contains(errno)
    }
}

extension FileManager {
    /// Returns the attributes of a file or a directory; empty if there is none, or this user may not see them.
    func attributes(of path: String) -> [FileAttributeKey: Any] {
        do { return try attributesOfItem(atPath: path) } catch { return [:] }
    }
}

/// Writes files that people name.
enum OutputFile {
    /// Creates a file that only this user can read, or writes to the device or pipe that is in its place.
    ///
    /// - Parameter isReplacing: Whether a file that exists is replaced, as a whole. Otherwise, it is an error.
    static func write(_ data: Data, to path: String, replacing isReplacing: Bool) throws(CommandFailure) {
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        if isDevice(url) {
            let device = open(url.path, O_WRONLY | O_CLOEXEC)
            guard device >= 0 else {
                throw CommandFailure(.cannotCreate, "\(path.quoted) can't be opened for writing.")
            }
            return try fill(device, with: data, named: path)
        }
        let name = isReplacing ? ".\(UUID().uuidString)" : url.lastPathComponent
        let new = url.deletingLastPathComponent().appendingPathComponent(name, isDirectory: false)
        let file = open(new.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw errno == EEXIST
                ? CommandFailure(.cannotCreate, "\(path.quoted) exists already; --force replaces it.")
                : CommandFailure(.cannotCreate, "\(path.quoted) can't be created. Does its directory exist?")
        }
        do throws(CommandFailure) {
            try fill(file, with: data, named: path)
            guard !isReplacing || rename(new.path, url.path) == 0 else {
                throw CommandFailure(.cannotCreate, "\(path.quoted) can't be replaced. Is it a directory?")
            }
        } catch {
            unlink(new.path)
            throw error
        }
    }

    private static func fill(_ descriptor: Int32, with data: Data, named path: String) throws(CommandFailure) {
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: data)
            try file.close()
        } catch {
            throw CommandFailure(.failedWrite, "\(path.quoted) can't be written. Is there room for it?")
        }
    }

    /// Whether there is something that can't be replaced, such as a device or a pipe.
    private static func isDevice(_ url: URL) -> Bool {
        let kind = FileManager.default.attributes(of: url.path)[.type] as? FileAttributeType
        return ![nil, .typeRegular, .typeDirectory, .typeSymbolicLink].contains(kind)
    }
}
