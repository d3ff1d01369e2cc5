import Foundation
import SafeDefaults
#if !COCOAPODS
import SafeDefaultsSnapshots
#endif

/// The statuses with which a command ends, which are those of `sysexits.h`.
enum ExitStatus: Int32, Sendable {
    case success = 0

    /// Two things that were compared are different.
    case different = 1

    /// The arguments are no valid command.
    case usage = 64

    /// A value or a file isn't in the right form.
    case data = 65

    /// A file to be read doesn't exist, or can't be read.
    case noInput = 66

    /// A file can't be created.
    case cannotCreate = 73

    /// A value couldn't be stored, or a file or the output couldn't be written.
    case failedWrite = 74
}

/// The reason why a command ends early.
struct CommandFailure: Error {
    let status: ExitStatus

    /// Complete sentences for the person who wrote the command, each on a line of its own.
    let sentences: [String]

    init(_ status: ExitStatus, _ sentence: String) { (self.status, sentences) = (status, [sentence]) }

    init(_ status: ExitStatus, sentences: [String]) { (self.status, self.sentences) = (status, sentences) }

    static func usage(_ sentence: String) -> CommandFailure { CommandFailure(.usage, sentence) }

    /// Creates the failure of a write, or of the reading of a text.
    init(_ error: DefaultsError) { self.init(Self.status(of: error), error.description) }

    /// Creates the failure of any error, where one of an unknown type comes from the output.
    init(any error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as DefaultsError: self.init(error)
        case let error as DefaultsImportError: self.init(importing: error.problems)
        default: self.init(.failedWrite, "The output couldn't be written.")
        }
    }

    /// The errors of values and names, and of files that are imported.
    private static let ofValues: [DefaultsError.Kind] = [
        .unreadable, .unstorable, .notAllowed, .tooLarge, .unlisted, .unobservable, .malformedImport,
        .unknownName, .failedExport,
    ]

    /// Returns the status for an error: a wrong value is another matter than a store that fails, in whatever way.
    static func status(of error: DefaultsError) -> ExitStatus {
        ofValues.contains(error.kind) ? .data : .failedWrite
    }
}

extension DefaultsStore {
    /// Throws a failure if the store or a part of it can't be read, so that values would seem to be missing.
    func checkReadable() throws(CommandFailure) {
        do throws(DefaultsError) {
            try box.checkReadable()
        } catch {
            throw CommandFailure(.noInput, "The settings can't be read: \(error)")
        }
    }
}
