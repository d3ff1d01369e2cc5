import Foundation
import SafeDefaults

/// A property list that is being replaced.
///
/// It is kept open to detect writes by other programs.
final class ReplacedFile {
    private let file: Int32?
    private let expected: FileStatus?
    private let storage: Storage

    /// Opens a file; nil if its content isn't the expected one.
    init?(_ name: String, _ expected: FileStatus?, in directory: Int32, storage: Storage) throws(StorageError) {
        self.expected = expected
        self.storage = storage
        file = expected == nil ? nil : try storage.open(name, in: directory, O_RDONLY)
        let status = try storage.status(of: name, in: directory)
        // Only the content is compared, because a file that was set aside has an additional name.
        guard status.isContent(of: expected) else { return nil }
    }

    deinit {
        if let file { storage.close(file) }
    }

    /// Whether the file's content has changed since it was read.
    var hasChanged: Bool {
        guard let file, let expected else { return false }
        return (try? storage.status(of: file).hasContent(of: expected)) != true
    }

    /// Copies the file's content to a new file.
    func copy(to name: String, in directory: Int32) throws(StorageError) {
        guard let file, let expected else { return }
        try storage.copy(file, to: name, in: directory, mode: expected.permissions & 0o777)
    }
}
