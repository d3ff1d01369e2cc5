/// A store's journal, and how much of it counts: the number by which processes notice each other's writes.
struct JournalPosition: Equatable {
    let bits: UInt64

    /// The position of a store in which nothing has been written since its lock file was made.
    static let none = JournalPosition(bits: 0)

    init(bits: UInt64) { self.bits = bits }

    init(generation: UInt64, end: Int) {
        bits = generation << 40 | UInt64(end) & 0xFF_FFFF_FFFF
    }

    /// The offset at which the last record that counts ends.
    ///
    /// A damaged lock file may say more than an `Int` of 32 bits holds; no journal is that long.
    var end: Int { Int(clamping: bits & 0xFF_FFFF_FFFF) }

    /// Tells whether this is a position in the journal of a generation; there is room for the lower 24 bits of it.
    func isInJournal(_ generation: UInt64) -> Bool { bits >> 40 == generation & 0xFF_FFFF }

    /// Tells whether both are positions in the same journal.
    func hasJournal(of other: JournalPosition) -> Bool { bits >> 40 == other.bits >> 40 }
}

/// The numbers at the start of a lock file, in the order in which they lie there, of eight bytes each.
enum HeaderField: Int, CaseIterable {
    /// The kind of file; see ``magicValue``.
    case magic

    /// The start of the machine since which the other fields are valid.
    case boot

    /// The ``JournalPosition`` that all processes read.
    case position

    /// What the process that has the lock is about to do, for the next one if this one dies.
    case intent

    /// The position up to which everything is on the disk.
    case durable

    /// The position at which the disk failed to make the journal durable.
    case distrusted

    /// A second copy of the journal's salt.
    case salt

    /// How often a process has asked the next writer to wake it.
    case requested

    /// The value of the field before when a writer last woke the others.
    case answered

    /// Written to wake other processes; its value means nothing.
    case wakeUp

    /// Not 0 if directories were made for the store whose names may not be on the disk yet.
    case newDirectories

    /// The value of ``magic``: "SDefPag1".
    static let magicValue: UInt64 = 0x3167_6150_6665_4453

    /// The length of the lock file.
    static let size = 4096
}

/// The values of ``HeaderField/intent``.
enum Intent {
    static let nothing: UInt64 = 0
    static let append: UInt64 = 1

    /// A file is about to be replaced by a new one.
    static let replace: UInt64 = 2

    /// A write has failed, and the part of its record that was written couldn't be removed.
    static let undo: UInt64 = 3

    /// The intents with which one more record may lie behind the position; any other record there is damage.
    static let ofWriters = append...undo
}
