/// Which journal a store has, and how much of it counts, in the one number that tells processes of each other's writes.
struct StateWord: Equatable {
    let bits: UInt64

    /// A store in which nothing has been written since its lock file was made.
    static let none = StateWord(bits: 0)

    init(bits: UInt64) { self.bits = bits }

    init(generation: UInt64, end: Int) {
        bits = generation << 40 | UInt64(end) & 0xFF_FFFF_FFFF
    }

    /// Where the last record that counts ends.
    ///
    /// The page may be damaged, and say more than an `Int` of 32 bits holds: no journal is so long then.
    var end: Int { Int(clamping: bits & 0xFF_FFFF_FFFF) }

    /// Tells whether the journal of a generation is meant; the word has room for the lower 24 bits.
    func follows(_ generation: UInt64) -> Bool { bits >> 40 == generation & 0xFF_FFFF }

    /// Tells whether both mean the same journal.
    func hasJournal(of other: StateWord) -> Bool { bits >> 40 == other.bits >> 40 }
}

/// What the words of a store's page of state are, in the order in which they lie in the lock file.
enum StateField: Int, CaseIterable {
    /// What the file is.
    case magic

    /// Of which start of the machine the other words are.
    case boot

    /// The ``StateWord``.
    case state

    /// What the owner of the lock is about to do, so that the next one knows what a dead one left undone.
    case intent

    /// The state up to which everything is on the disk.
    case durable

    /// The state at which the disk refused to make the journal durable.
    case distrusted

    /// The journal's salt, a second copy.
    case salt

    /// How often a process went to sleep until the next write, whose writer has to ring then.
    case awaited

    /// What the word before was when a writer rang last.
    case rung

    /// What is written, by the system, to ring: it means nothing.
    case bell

    /// Not 0 if a process has made directories for the store whose names may not be on the disk yet.
    case newDirectories

    /// The value of ``magic``: "SDefPag1".
    static let magicValue: UInt64 = 0x3167_6150_6665_4453

    /// The length of the lock file.
    static let pageSize = 4096
}

/// What the owner of the lock is about to do.
enum Intent {
    static let nothing: UInt64 = 0
    static let append: UInt64 = 1
    static let fold: UInt64 = 2

    /// A write has failed, and what it wrote of its record couldn't be removed.
    static let undo: UInt64 = 3

    /// Those with which a record may lie behind the end that doesn't count yet; another one is damage.
    static let ofWriters = append...undo
}
