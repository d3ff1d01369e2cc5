import Foundation

/// The copies of damaged files, which are set aside under a name that ends with the time.
package enum DamagedCopies {
    /// What their names have between the name of the file and the time.
    package static let infix = ".damaged-"

    /// How many of the last copies are kept, with the first one.
    private static let count = 9

    /// Removes copies of a file if there are too many, but none that was made in the same second as the newest.
    ///
    /// A service whose file is damaged at each start would fill the disk with them. The first copy has what was there
    /// when it began.
    package static func removeSuperfluous(of file: String, in directory: String, newest: String) {
        let prefix = "\(file)\(infix)"
        // Copies of one second have numbers in any order, because one that was removed has left its number to another.
        let second = { (name: String) in name.dropFirst(prefix.count).prefix { $0 != "Z" } }
        // What can't be listed or removed stays.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        let copies = names.filter { $0.utf8.begin(with: prefix) }
            .sortedBySharedCode { $0.compare($1, options: .numeric) == .orderedAscending }
        for isJournal in [false, true] {
            let copies = copies.filter { $0.hasSuffix(".journal") == isJournal }
            for name in copies.dropFirst().dropLast(count) where second(name) != second(newest) {
                unlink("\(directory)/\(name)")
            }
        }
    }
}
