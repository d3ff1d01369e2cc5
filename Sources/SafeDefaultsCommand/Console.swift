import Foundation
import SafeDefaults

/// What a command writes during one run, and the issues that occur in it.
struct Console: Sendable {
    /// The words that start the command, such as `notes config`.
    let name: String

    let channels: CommandChannels
    private let issues = IssueList()

    /// Returns sentences on the setting with a stored name, for issues; nil if no setting is known that has it.
    var explanation: @Sendable (String) -> String? = { _ in nil }

    // MARK: - Running

    /// Runs a command, and returns the status to end with.
    ///
    /// Issues of the library are written as errors. A write that failed with an issue is a failure of the command.
    func run(_ command: () throws -> Void) -> Int32 {
        do {
            let report: DefaultsIssue.Handler = { issue in if issues.add(issue) { complain(text(of: issue)) } }
            try DefaultsIssue.withHandler(report, operation: command)
            return issues.status.rawValue
        } catch {
            let failure = CommandFailure(any: error)
            for sentence in failure.sentences { complain(sentence) }
            return failure.status.rawValue
        }
    }

    /// Returns an issue for people who don't have the program's sources: without the place in them, and without advice
    /// on what to write there.
    func text(of issue: DefaultsIssue) -> String {
        switch issue.kind {
        case .unreadableValue:
            let explanation = issue.storedName.flatMap(explanation).map { " \($0)" } ?? ""
            return "\(issue.error) The default is used instead.\(explanation)"
        case .failedWrite, .failedSave: return "\(issue.error)"
        default: return issue.textWithoutPlace
        }
    }

    /// Saves what was changed.
    ///
    /// A write without `throws` that has failed is an issue, which is written already.
    func save(_ store: DefaultsStore) throws(CommandFailure) {
        guard store.flush() else { throw CommandFailure(.failedWrite, "The change couldn't be saved.") }
        guard issues.status == .success else { throw CommandFailure(issues.status, sentences: []) }
    }

    // MARK: - Writing

    /// Writes lines to the output, at once.
    func say(_ lines: String) throws { try say(Data("\(lines)\n".utf8)) }

    /// Writes bytes to the output.
    func say(_ data: Data) throws { try channels.output(data) }

    /// Writes a sentence to the errors, after the command's name.
    func complain(_ sentence: String) {
        // If standard error can't be written, there is nowhere to report that.
        try? channels.errors(Data("\(name): \(sentence)\n".utf8))
    }

    // MARK: - Files

    /// Reads a file, or the input if the path is `-`.
    func read(_ path: String) throws -> Data {
        guard path == "-" else { return try InputFile.read(path) }
        do { return try channels.input() } catch { throw CommandFailure(.noInput, "The input can't be read.") }
    }

    /// Writes a file, or the output if the path is nil or `-`.
    func write(_ data: Data, to path: String?, replacing isReplacing: Bool) throws {
        guard let path, path != "-" else { return try say(data) }
        try OutputFile.write(data, to: path, replacing: isReplacing)
    }
}

/// The issues of a run, or of one read.
final class IssueList: Sendable {
    private let issues = Locked<Set<DefaultsIssue>>([])

    var all: Set<DefaultsIssue> { issues.withLock { $0 } }

    /// Adds an issue, and returns whether it is the first of its kind.
    @discardableResult
    func add(_ issue: DefaultsIssue) -> Bool { issues.withLock { $0.insert(issue).inserted } }

    /// The status that follows from the issues.
    var status: ExitStatus {
        let failures = all.filter { [.failedWrite, .failedSave].contains($0.kind) }
        return failures.map { $0.kind == .failedSave ? .failedWrite : CommandFailure.status(of: $0.error) }
            .max { $0.rawValue < $1.rawValue } ?? .success
    }
}
