import Dispatch
import Foundation
public import SafeDefaults
#if !COCOAPODS
import SafeDefaultsFormats
#endif

/// A file with defaults that an administrator keeps.
///
/// It is only read. It is a dictionary of values by stored name, as JSON or as a property list in XML or in the binary
/// form.
///
/// If it changes, it is read again: reads look for a change once a second at most, and while a store is observed, a
/// timer does. If it can't be read, an issue is reported, and the values that were read before stay.
final class DefaultsFile: DefaultsSource {
    fileprivate let url: URL

    /// The time between two looks for a change, in milliseconds.
    private let interval: Int
    fileprivate let state: Locked<State>

    /// The time in milliseconds from which a read has to look for a change.
    ///
    /// It may overflow where a word has 32 bits. It is kept outside the lock because every read asks that finds no
    /// value of the store's own.
    private let nextLook = SharedWord()

    fileprivate struct State {
        var values: [String: PropertyListValue] = [:]

        /// The file's status at the last look; nil if the file has to be read again even if its status is the same.
        var status: FileStatus?

        /// Whether the file couldn't be read at the last look.
        var hasFailed = false

        /// The last issue, which is reported only once; nil since the file could be read again.
        var reported: DefaultsIssue?

        /// Called after the values have changed.
        var notice: @Sendable () -> Void = {}

        /// The number of registrations, of which a name may have several.
        var registrations = 0

        var timer: (any DispatchSourceTimer)?
    }

    /// The file's values, or the reason why it can't be read.
    private typealias Content = Result<[String: PropertyListValue], PropertyListFlaw>

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - url: The file's URL. There need be no file.
    ///   - interval: The time in milliseconds between two looks for a change.
    ///   - report: Receives an issue if the file can't be read.
    init(_ url: URL, every interval: Int = 1_000, report: (DefaultsIssue) -> Void) {
        self.url = url.absoluteURL
        self.interval = interval
        state = Locked(State())
        if let issue = look(isFirst: true).issue { report(issue) }
    }

    deinit { state.withLock { $0.timer?.cancel() } }

    // MARK: - Reading

    /// Returns the value of a name, or nil if the file has none.
    func value(_ name: String) -> PropertyListValue? {
        lookIfDue()
        return state.withLock { $0.values[name] }
    }

    /// The values by name.
    var values: [String: PropertyListValue] {
        lookIfDue()
        return state.withLock { $0.values }
    }

    func contents(_ names: [String]) -> [String: StoredContent] {
        let values = values
        return Dictionary(keepingLast: names.map { ($0, StoredContent(values[$0])) })
    }

    var origin: ValueOrigin { .file(url) }

    // While the file can't be read, the values that were read before are used.
    var availability: StoreAvailability { .available }

    func missingValue(_ name: String) -> DefaultsError? { nil }

    private func lookIfDue() {
        if Int(bitPattern: Self.now &- nextLook.value) >= 0 { lookAgain() }
    }

    private static var now: UInt { UInt(truncatingIfNeeded: DispatchTime.now().uptimeNanoseconds / 1_000_000) }

    /// Looks for a change.
    ///
    /// Locks may be held, so the notice is given later and issues are reported later.
    private func lookAgain() {
        let (notice, issue) = look()
        if let issue { DefaultsIssue.report([issue], on: .global()) }
        if let notice { DispatchQueue.global().async { notice() } }
    }

    /// Reads the file, and returns the closure to call if values have changed, and the issue if it can't be read.
    ///
    /// - Parameter isFirst: Whether the file hasn't been read before. Later, what can't be read is read again before it
    ///   is reported, because somebody may be writing it.
    private func look(isFirst: Bool = false) -> (notice: (@Sendable () -> Void)?, issue: DefaultsIssue?) {
        nextLook.set(Self.now &+ UInt(interval))
        let (found, status) = read(unless: state.withLock(\.status))
        return state.withLock { state in
            state.status = status
            switch found {
            case nil: return (nil, nil)
            case .success(let values):
                (state.hasFailed, state.reported) = (false, nil)
                if state.values == values { return (nil, nil) }
                state.values = values
                return (state.registrations == 0 ? nil : state.notice, nil)
            case .failure(let flaw):
                let isSettled = isFirst || state.hasFailed
                state.hasFailed = true
                if !isSettled { state.status = nil }
                let issue = DefaultsIssue.unreadableDefaults(flaw, at: url)
                guard isSettled, state.reported != issue else { return (nil, nil) }
                state.reported = issue
                return (nil, issue)
            }
        }
    }

    /// Reads the file, unless its status (size, times, identity) is the known one.
    ///
    /// The content is nil if the file wasn't read. The status is nil if a later change might leave it the same, as it
    /// may in a new file: some file systems keep the time of a change in seconds.
    private func read(unless known: FileStatus?) -> (content: Content?, status: FileStatus?) {
        let storage = Storage()
        do throws(StorageError) {
            guard let file = try storage.open(url.path, in: AT_FDCWD, O_RDONLY, follows: true) else {
                return (.success([:]), nil)
            }
            defer { storage.close(file) }
            let status = try storage.status(of: file)
            if let known, status == known { return (nil, known) }
            guard status.kind == .file else { return (.failure(PropertyListFlaw(reason: "it is no file")), nil) }
            // One byte more shows that the file is too large.
            let bytes = try storage.read(file, from: 0, count: min(status.size, PropertyListFile.largest + 1))
            let contents = PropertyListFile.contents(of: Data(bytes))
            let age = Date().timeIntervalSince1970 - Double(status.changes.status.tv_sec)
            return (contents.flaws.first.map(Content.failure) ?? .success(contents.values), age > 3 ? status : nil)
        } catch {
            if error.number == ENOTDIR { return (.success([:]), nil) }
            return (.failure(PropertyListFlaw(reason: "\(error)")), nil)
        }
    }

    // MARK: - Watching

    func connect(_ notice: @escaping @Sendable () -> Void) { state.withLock { $0.notice = notice } }

    /// Begins to look for changes if nothing is observed yet.
    func register(_ name: String) {
        state.withLock { state in
            state.registrations += 1
            guard state.timer == nil else { return }
            let timer = DispatchSource.makeTimerSource(queue: .global())
            timer.schedule(
                deadline: .now() + .milliseconds(interval), repeating: .milliseconds(interval),
                leeway: .milliseconds(interval / 10))
            timer.setEventHandler { [weak self] in self?.lookAgain() }
            timer.resume()
            state.timer = timer
        }
    }

    func unregister(_ name: String) {
        state.withLock { state in
            state.registrations -= 1
            guard state.registrations == 0 else { return }
            state.timer?.cancel()
            state.timer = nil
        }
    }
}

extension DefaultsStore {
    /// The file with an administrator's defaults, for an audit: the names in it, and why it can't be read now; nil if
    /// the store has none.
    package var administratorsFile: (path: String, names: [String], problem: DefaultsError?)? {
        guard let file = (userDefaults as? FileDefaults)?.file.search.defaults as? DefaultsFile else { return nil }
        let names = Array(file.values.keys)
        return (file.url.path, names, file.state.withLock { $0.reported?.error })
    }
}

extension DefaultsIssue {
    /// Creates the issue for a file of defaults that can't be read.
    static func unreadableDefaults(_ flaw: PropertyListFlaw, at url: URL) -> DefaultsIssue {
        let place = flaw.path.isEmpty ? "" : " under \"\(flaw.path.joined(separator: "/").abbreviated)\""
        return DefaultsIssue(
            kind: .unreadableDefaults,
            error: DefaultsError(
                .fileFailure, reason: "the defaults in \"\(url.path)\" can't be read: \(flaw.reason)\(place)"),
            location: nil,
            advice: "The values that were read from it before are used, if there are any. It is read again when it "
                + "changes.")
    }
}

extension DefaultsIssue.Kind {
    /// A file of defaults, which a store only reads, is damaged, too large or not readable.
    ///
    /// The values that were read from it before are used, if there are any.
    public static let unreadableDefaults = DefaultsIssue.Kind(description: "unreadableDefaults")
}
