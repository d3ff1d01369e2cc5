// The few declarations of Apple's `os` that the library uses, with Apple's signatures, so that Linux can type-check the
// code for Apple platforms. Nothing here is ever run.

// swift-format-ignore-file

public final class OSLog: @unchecked Sendable {
    public init(subsystem: String, category: String) {}
}

public struct OSLogType: Sendable {
    public static let error = OSLogType()
}

public func os_log(
    _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog, type: OSLogType, _ args: any CVarArg...
) {}
