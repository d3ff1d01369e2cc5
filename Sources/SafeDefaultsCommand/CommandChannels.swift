public import Foundation

/// Where a command writes its output and its errors, and where it reads its input.
///
/// The default is ``standard``. A test passes closures of its own:
///
/// ```swift
/// import SafeDefaultsCommand
///
/// let channels = CommandChannels(
///     output: { print("output:", $0.count) }, errors: { print("errors:", $0.count) }, input: { Data() })
/// let command = SettingsCommand("notes config", domains: [LoginDefaults.self], store: .inMemory())
/// print(command.run(["list"], channels: channels))
/// ```
public struct CommandChannels: Sendable {
    /// Writes bytes of the output.
    ///
    /// If it throws, the command ends with the status 74.
    public let output: @Sendable (Data) throws -> Void

    /// Writes bytes of an error message.
    ///
    /// If it throws an error, that is ignored, because there is nowhere to report it.
    public let errors: @Sendable (Data) throws -> Void

    /// Returns the whole input, for a command that reads the file `-`.
    public let input: @Sendable () throws -> Data

    /// Lets the person edit a file, and returns whether the editor has ended well.
    package var edit: @Sendable (String) -> Bool = Editor.edit

    /// Creates channels.
    ///
    /// The closures may be called on any thread, one after the other.
    ///
    /// - Parameters:
    ///   - output: Writes bytes of the output.
    ///   - errors: Writes bytes of an error's sentence.
    ///   - input: Returns the whole input.
    public init(
        output: @escaping @Sendable (Data) throws -> Void, errors: @escaping @Sendable (Data) throws -> Void,
        input: @escaping @Sendable () throws -> Data
    ) {
        self.output = output
        self.errors = errors
        self.input = input
    }

    /// Standard output, standard error and standard input of the process, without buffering.
    public static let standard = CommandChannels(
        output: { try FileHandle.standardOutput.write(contentsOf: $0) },
        errors: { try FileHandle.standardError.write(contentsOf: $0) },
        input: { try FileHandle.standardInput.readToEnd() ?? Data() })
}

/// The editor of the person who runs a command.
private enum Editor {
    #if os(Linux)
    /// Runs the editor that `VISUAL` or `EDITOR` names, perhaps with options, on a file.
    ///
    /// NB: a `Process` is in a group of its own, which may not read from the terminal.
    static func edit(_ path: String) -> Bool {
        system("${VISUAL:-${EDITOR:-vi}} \(path.shellQuoted)") == 0
    }
    #else
    /// Returns false: elsewhere Swift has no `system`.
    static func edit(_ path: String) -> Bool { false }
    #endif
}
