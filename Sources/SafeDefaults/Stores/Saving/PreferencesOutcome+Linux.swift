#if !canImport(Darwin)
import Foundation

/// What is in the file's place and in memory, after Foundation has saved.
struct PreferencesOutcome {
    /// Foundation's result.
    let answer: Bool

    /// The status of what is in the file's place, and its bytes.
    var status: PreferencesStatus?
    var data: Data?

    /// What the `UserDefaults` holds since then; nil if that can't be found out.
    var memory: PreferencesFile.Values?

    /// What the library had written before Foundation saved, by name.
    var written: [StoredName: UnsavedWrite] = [:]

    /// What the library has set in memory besides, which Foundation takes for changes of this process.
    var pushed: [StoredName: PropertyListValue?] = [:]

    /// The names that the library has written since the save began.
    ///
    /// What memory shows under them doesn't tell whether Foundation has read the file.
    var later: Set<StoredName> = []

    /// What memory shows, or else the file: both have what was in the file and what this process has changed.
    ///
    /// It is nil if the file can't be read.
    var shown: PreferencesFile.Values? {
        if status != nil, data == nil { return nil }
        return memory ?? (data == nil ? [:] : data.flatMap(PreferencesFile.Values.init(list:)))
    }

    /// Returns what has to be in the file.
    ///
    /// Memory shows what was in the file and what this process has changed. If Foundation couldn't read the file, it
    /// shows only the latter: then no other value is there any more, and what is missing stays.
    ///
    /// - Parameters:
    ///   - memory: What memory shows.
    ///   - old: What was in the file before.
    ///   - seen: Some names of the file that memory showed before.
    ///   - mayBeUnread: Whether memory may lack what is in the file.
    func merged(
        _ memory: PreferencesFile.Values, over old: PreferencesFile.Values, seen: [StoredName], mayBeUnread: Bool
    ) -> PreferencesFile.Values {
        let seen = seen.filter { !later.contains($0) }
        let kept = old.entries { name, _ in !later.contains(name) }
        let hasRead =
            if !seen.isEmpty {
                seen.contains { memory[$0] != nil }
            } else if mayBeUnread || written.values.contains(where: \.isAstray) {
                kept.contains { name, value in
                    written[name] == nil && !pushed.keys.contains(name) && memory[name] == value
                }
            } else {
                true
            }
        var merged = hasRead ? memory : kept.overridden(by: memory)
        // While Foundation's own list was in the file's place, it may have been read.
        let inexact = old.entries { written[$0] == nil && memory[$0] != $1 }
        let forms = inexact.isEmpty ? [:] : inexact.throughXML
        for (name, value) in inexact where memory[name] == forms[name] { merged[name] = value }
        // Foundation has saved these once more, over what others have saved since.
        for (name, value) in pushed where written[name] == nil && memory[name] == value { merged[name] = old[name] }
        for (name, write) in written {
            let (value, shown) = (write.value, memory[name])
            let isEqual = if let value, let shown { value.isTakenAsEqual(to: shown) } else { false }
            // NB: Foundation doesn't save a value that memory has already, even if another process has put another one
            // into the file.
            let isIgnored = write.isShown && shown == old[name]
            // Else, what memory shows has been set since by other code.
            let isMissing = shown == nil && (value == nil || !hasRead)
            if isEqual || isIgnored || isMissing || write.isAstray || self.memory == nil {
                merged[name] = value
            }
        }
        return merged
    }
}

extension PreferencesFile.Values {
    /// Adds what `synchronize()` of another thread or program has changed in the file.
    ///
    /// A program may also write back what it had read before the save. That is no change, unless the library has
    /// written the same value since.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - saved: What was in the file before the save.
    ///   - later: What the library has written since the save began.
    mutating func add(
        _ changes: [StoredName: PropertyListValue?], over saved: Self, _ later: [StoredName: UnsavedWrite]
    ) {
        let forms = [self, saved].map { $0.entries { name, _ in changes.keys.contains(name) }.throughXML }
        let written = later.compactMapValues(\.value).throughXML
        for (name, new) in changes {
            if let write = later[name], new == written[name] {
                self[name] = write.value
            } else if forms.allSatisfy({ new != $0[name] }) {
                self[name] = new
            }
        }
    }
}
#endif
