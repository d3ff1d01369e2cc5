import SafeDefaults

/// The journal of a store, and the end of its last valid record, in one number.
///
/// Processes notice each other's writes by it.
struct JournalPosition: Equatable {
    let bits: UInt64

    /// The position of a store to which nothing has been written since its lock file was created.
    static let none = JournalPosition(bits: 0)

    init(bits: UInt64) { self.bits = bits }

    init(generation: UInt64, end: Int) {
        bits = generation << 40 | UInt64(end) & 0xFF_FFFF_FFFF
    }

    /// The offset at which the last valid record ends.
    ///
    /// In a damaged lock file, it may be larger than a 32-bit `Int`. No journal is that long.
    var end: Int { Int(clamping: bits & 0xFF_FFFF_FFFF) }

    /// Returns whether this is a position in the journal of a given generation.
    ///
    /// Only the lower 24 bits of the generation are compared, because there is no room for more.
    func isInJournal(_ generation: UInt64) -> Bool { bits >> 40 == generation & 0xFF_FFFF }

    /// Returns whether both are positions in the same journal.
    func hasJournal(of other: JournalPosition) -> Bool { bits >> 40 == other.bits >> 40 }
}

/// The numbers at the start of a lock file, in the order in which they are stored.
///
/// Each has eight bytes.
enum HeaderField: Int, CaseIterable {
    /// The kind of file; see ``magicValue``.
    case magic

    /// Identifies the run of the machine in which the other fields are valid.
    case boot

    /// The current ``JournalPosition``, which all processes read.
    case position

    /// The action that the process with the lock is about to take. If that process dies, the next one reads it.
    case intent

    /// The position up to which everything is on the disk.
    case durable

    /// The position at which the disk failed to make the journal durable.
    case distrusted

    /// A second copy of the journal's salt.
    case salt

    /// How many times processes have asked the next writer to wake them.
    case requested

    /// The value of ``requested`` when a writer last woke the others.
    case answered

    /// Written to in order to wake other processes. Its value has no meaning.
    case wakeUp

    /// The value of ``magic``: "SDefPag1".
    static let magicValue: UInt64 = 0x3167_6150_6665_4453

    /// The length of the lock file.
    static let size = 4096

    /// The offset at which the last field ends.
    ///
    /// Nothing is stored behind it.
    static let end = 8 * allCases.count
}

/// The values of ``HeaderField/intent``.
enum Intent {
    static let nothing: UInt64 = 0
    static let append: UInt64 = 1

    /// A file is about to be replaced with a new one.
    static let replace: UInt64 = 2

    /// A write has failed, and its record, which begins at an offset in the journal, couldn't be removed.
    ///
    /// The offset is part of the intent. So if the header is an old copy, or one of its bits is wrong, no other record
    /// is taken for the one that failed.
    static func undo(at offset: Int) -> UInt64 { UInt64(offset) << 8 | 3 }

    /// Returns whether there may be one more record after the position.
    ///
    /// With any other intent, a record there is damage.
    static func isOfWriter(_ intent: UInt64) -> Bool { (append...3).contains(intent & 0xFF) }
}
