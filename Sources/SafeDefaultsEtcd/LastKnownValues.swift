import Dispatch
import Foundation
import SafeDefaults

/// A file that keeps a cluster's last known values, for a start without the cluster.
///
/// It is written some time after a change, as a whole, and readable for its owner only. Several processes may share it:
/// none replaces it by older values of the same cluster.
final class LastKnownValues: Sendable {
    private let url: URL
    private let prefix: String
    private let mirror: FleetMirror
    private let queue = DispatchQueue(label: "SafeDefaultsEtcd.lastKnown")
    private let isScheduled = Locked(false)

    /// The form of the file.
    private struct Content: Codable {
        var format = 1
        let prefix: String
        let cluster: String
        let revision: Int64

        /// The last time at which these were known to be the cluster's values.
        let date: Date

        /// The values in the form that the cluster has, and their revisions, by name.
        let values: [String: Value]

        struct Value: Codable {
            let json: String
            let revision: Int64
        }
    }

    /// The part of a file that tells which values it has: whose, of which revision, and confirmed when.
    private struct Stamp: Decodable {
        let format: Int
        let prefix: String
        let cluster: String
        let revision: Int64
        let date: Date
    }

    init(_ url: URL, prefix: String, of mirror: FleetMirror) {
        self.url = url
        self.prefix = prefix
        self.mirror = mirror
    }

    /// Reads the file, if there is one.
    func load() {
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        do {
            let content = try JSONDecoder().decode(Content.self, from: try Data(contentsOf: url))
            guard GatewayRevision.possible.contains(content.revision) else {
                return report("has an impossible revision")
            }
            guard content.format == 1, content.prefix == prefix else {
                return report("is of another version or prefix")
            }
            var contents = FleetMirror.Contents(cluster: content.cluster, revision: content.revision)
            for (name, value) in content.values where FleetKeys.reasonToRefuse(name) == nil {
                // A value that this process has written may have a newer revision than the rest. With it, the value
                // would stay even if the cluster no longer has it when it is read.
                contents.entries[StoredName(name)] = FleetMirror.Entry(
                    content: FleetForm.content(Data(value.json.utf8)),
                    revision: min(value.revision, content.revision))
            }
            mirror.replace(by: contents, since: 0, isRead: false, asOf: FleetMoment(before: content.date))
        } catch {
            report("can't be read", error)
        }
    }

    /// Schedules the writing of the file.
    func noteChange() {
        let isFirst = isScheduled.withLock { isScheduled in
            defer { isScheduled = true }
            return !isScheduled
        }
        if isFirst { queue.asyncAfter(deadline: .now() + 1) { [self] in write() } }
    }

    /// Writes the file now.
    func save() { queue.sync { write() } }

    private func write() {
        isScheduled.withLock { $0 = false }
        guard mirror.isRead, let date = mirror.confirmed else { return }
        let contents = mirror.all
        var values: [String: Content.Value] = [:]
        for (name, entry) in contents.entries {
            // Unreadable content is left out: there is no value to keep.
            guard let value = entry.content.propertyListValue else { continue }
            values[name.text] = Content.Value(
                json: String(decoding: FleetForm.data(value), as: UTF8.self), revision: entry.revision)
        }
        let content = Content(
            prefix: prefix, cluster: contents.cluster, revision: contents.revision, date: date, values: values)
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            let lock = lockFolder()
            defer { withExtendedLifetime(lock) {} }
            if isNewerInFile(than: content) { return }
            try replace(by: try JSONEncoder().encode(content))
        } catch {
            // On another queue: the thread that releases the store may be waiting for this one, and the issue's handler
            // for that thread.
            DispatchQueue.global().async { self.report("can't be written", error) }
        }
    }

    /// Whether another process has written newer values of the same cluster, and of the same prefix.
    ///
    /// A lower revision that the cluster has had since then is newer: it was restored from a copy. Values are confirmed
    /// every few seconds, so that is how exact their date is.
    private func isNewerInFile(than content: Content) -> Bool {
        do {
            let stamp = try JSONDecoder().decode(Stamp.self, from: try Data(contentsOf: url))
            return stamp.format == content.format && stamp.prefix == prefix && stamp.cluster == content.cluster
                && GatewayRevision.possible.contains(stamp.revision) && stamp.revision > content.revision
                && min(stamp.date, Date()) + FleetTimes.currency >= content.date
        } catch { return false }
    }

    /// Locks the file's folder for processes that write such files, until the returned object is gone.
    ///
    /// Goes on without the lock if it isn't free for a second, because anybody who can read the folder can hold it.
    private func lockFolder() -> FileHandle? {
        let path = url.deletingLastPathComponent().path
        let folder = StandardStreams.avoid(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        guard folder >= 0 else { return nil }
        let end = DispatchTime.now() + 1
        while flock(folder, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR, DispatchTime.now() < end {
            usleep(1_000)
        }
        return FileHandle(fileDescriptor: folder, closeOnDealloc: true)
    }

    /// Replaces the file by a new one, which is on the disk before it takes the place of the old.
    private func replace(by data: Data) throws {
        // Nobody can have put a file or a link there: the name is new each time.
        let path = url.path + ".\(UUID().uuidString)"
        let descriptor = StandardStreams.avoid(
            open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600))
        guard descriptor >= 0 else { throw SystemError() }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: data)
            guard fsync(descriptor) == 0, rename(path, url.path) == 0 else { throw SystemError() }
        } catch {
            unlink(path)
            throw error
        }
    }

    /// The error of the system's last call.
    private struct SystemError: Error { let number = errno }

    /// Reports what is wrong with the file, and the reason, which has no value in it.
    private func report(_ problem: String, _ error: (any Error)? = nil) {
        let reason = error.map { " (\(Self.reason($0)))" } ?? ""
        DefaultsIssue.report(
            .lostLastKnownValues("the file of last known values \"\(url.path)\" \(problem)\(reason)"))
    }

    private static func reason(_ error: any Error) -> String {
        if error is DecodingError { return "it is damaged" }
        if let error = error as? SystemError { return String(cString: strerror(error.number)) }
        #if os(Linux)
        // Foundation's own text has a number here.
        let system = ((error as? CocoaError)?.underlying ?? error) as NSError
        if system.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(system.code))) }
        #endif
        return error.localizedDescription
    }
}
