import Foundation

/// A file by which a store tells whether the device has been unlocked since it was started.
struct MarkFile: Sendable {
    enum Status: Sendable {
        case missing, readable

        /// The file is there, and the system doesn't let it be read.
        case unreadable
    }

    let status: @Sendable () -> Status

    /// Writes the file, and returns whether that was possible.
    let create: @Sendable () -> Bool
}

extension MarkFile {
    /// The text of the file, for people who find it and ask what it is for.
    private static let content = Data(
        "By this file, SafeDefaults tells whether the device has been unlocked since it was started.\n".utf8)

    /// Creates a mark that is kept in a file.
    ///
    /// - Parameters:
    ///   - url: The file's URL. Its directory is created with it.
    ///   - options: How the file is written, and protected.
    init(at url: URL, options: Data.WritingOptions) {
        status = {
            do {
                _ = try Data(contentsOf: url)
                return .readable
            } catch let error as CocoaError where error.code == .fileReadNoPermission {
                return .unreadable
            } catch {
                return .missing
            }
        }
        create = {
            do {
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Self.content.write(to: url, options: options)
                return true
            } catch {
                return false
            }
        }
    }
}
