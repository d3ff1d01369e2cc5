import Foundation
import SafeDefaults

/// A journal that is being written under a temporary name.
final class NextJournal {
    let header: JournalHeader
    let file: NextFile
    private(set) var end = JournalHeader.size

    private let storage: Storage
    private var buffer = RecordBuffer()

    init(_ header: JournalHeader, _ file: NextFile, storage: Storage) throws(StorageError) {
        self.header = header
        self.file = file
        self.storage = storage
        try storage.write(file.file, header.bytes, at: 0)
    }

    /// Returns the open journal, which closes the file from now on.
    func opened() -> OpenJournal { OpenJournal(file.handOver(), header: header, storage: storage) }

    /// Appends all values of a store.
    func append(_ values: [StoredName: PropertyListValue]) throws(StorageError) {
        try append(.changes([.removeAll]))
        for (name, value) in values { try append(.changes([.set(name, value)])) }
    }

    private func append(_ record: JournalRecord) throws(StorageError) {
        record.encode(into: &buffer, salt: header.salt, offset: end)
        try storage.write(file.file, buffer.bytes, at: end)
        end += buffer.count
    }

    /// Copies the changes in a part of another journal.
    func append(_ journal: OpenJournal?, _ part: Range<Int>) throws(StorageError) {
        guard let journal else { return }
        let isWhole = try journal.records(in: part) { record throws(StorageError) in
            // Records of other kinds apply only to the other journal.
            if case .changes(let changes) = record, !changes.isEmpty { try append(record) }
        }
        if !isWhole { throw StorageError(action: "read the journal", number: EIO) }
    }
}
