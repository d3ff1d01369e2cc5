/// The place in a program's source at which a call was made or a setting was declared.
///
/// Issues carry one, so that a log line leads to the code: the call of a method, but the declaration of a setting that
/// is used as a property, because a dynamic-member subscript can't see its caller.
public struct CodeLocation: Sendable, Hashable, CustomStringConvertible {
    private let file: StaticString

    /// The line, counted from 1.
    public let line: UInt

    /// Creates a location from the arguments that the compiler fills in at the call.
    ///
    /// - Parameters:
    ///   - fileID: The module and file, as `#fileID` gives them.
    ///   - line: The line, as `#line` gives it.
    @usableFromInline
    init(fileID: StaticString = #fileID, line: UInt = #line) {
        file = fileID
        self.line = line
    }

    /// The module and the file's name, such as `Shop/LoginDefaults.swift`.
    public var fileID: String { "\(file)" }

    /// The location in the form that editors and terminals turn into a link, such as `Shop/LoginDefaults.swift:12`.
    public var description: String { "\(fileID):\(line)" }

    /// Returns whether two locations name the same file and line.
    public static func == (left: CodeLocation, right: CodeLocation) -> Bool {
        left.line == right.line && left.fileID == right.fileID
    }

    /// Hashes the file's name and the line.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(fileID)
        hasher.combine(line)
    }
}
