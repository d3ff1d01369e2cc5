/// The place in a program's source where a call was made or a setting was declared.
///
/// An issue carries a location, so that its log message leads to the code. If the issue comes from a method, the
/// location is that of the call. If the issue comes from a setting that is used as a property, the location is that of
/// the setting's declaration, because a dynamic-member subscript can't know its caller.
public struct CodeLocation: Sendable, Hashable, CustomStringConvertible {
    private let file: StaticString

    /// The line number, starting at 1.
    public let line: UInt

    /// Creates a location from the arguments that the compiler fills in at the call.
    ///
    /// - Parameters:
    ///   - fileID: The module and file, as `#fileID` gives them.
    ///   - line: The line, as `#line` gives it.
    @usableFromInline
    package init(fileID: StaticString = #fileID, line: UInt = #line) {
        file = fileID
        self.line = line
    }

    /// The module's name and the file's name, such as `Shop/LoginDefaults.swift`.
    public var fileID: String { "\(file)" }

    /// The file's name and the line, such as `Shop/LoginDefaults.swift:12`, in a form that editors and terminals turn
    /// into a link.
    public var description: String { "\(fileID):\(line)" }

    /// Returns whether two locations have the same file and line.
    public static func == (left: CodeLocation, right: CodeLocation) -> Bool {
        left.line == right.line && left.fileID == right.fileID
    }

    /// Hashes the file and the line.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(fileID)
        hasher.combine(line)
    }
}
