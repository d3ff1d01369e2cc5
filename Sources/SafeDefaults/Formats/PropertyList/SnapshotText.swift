import Foundation

/// Reads a property list in one of its text forms, which other tools write: XML, and the old one with braces.
enum SnapshotText {
    /// The values of the list's dictionary; of a damaged one, those that are whole.
    static func read(_ bytes: [UInt8], meter: WorkMeter? = nil) -> SnapshotReader.Reading {
        TextList.withUTF8(bytes, meter: meter) { text, isXML in
            if isXML {
                var reader = XMLListReader(text, meter: meter)
                return reader.entries()
            }
            var reader = OldListReader(text, meter: meter)
            return reader.entries()
        } ?? SnapshotReader.Reading(isDamaged: true)
    }
}
