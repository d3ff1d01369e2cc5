#if !canImport(Darwin)
import Foundation

// On Linux, `UserDefaults` writes its file only when `synchronize()` is called. That reads the file, puts what this
// process has changed over it, and writes the result in its place, as XML, in which some values aren't exact. If one of
// its calls fails, it takes the file for empty, or leaves a part of it.
//
// So each save has three steps:
// 1. The library reads the file, and writes what it held, with its own changes, to a draft beside it. If the process is
//    killed from now on, the draft is complete.
// 2. Foundation synchronizes.
// 3. The library adds what other code has changed in memory, and renames the draft over Foundation's file.

/// The file in which the preferences of a program or a suite are kept.
struct PreferencesFile {
    typealias Values = [StoredName: PreferencesEntry]

    /// The name of the file of `UserDefaults.standard`, which Foundation names after the program.
    static var programName: String? { PreferencesDirectory.programName }

    /// The name by which `persistentDomain` finds the values of `UserDefaults.standard`.
    ///
    /// NB: under the program's name, Foundation keeps other values until the file is saved and read again.
    static var programDomain: String? { "kCFPreferencesCurrentApplication" }

    /// The file of `UserDefaults.standard`.
    static func standard() -> PreferencesFile? { programName.map(PreferencesFile.init) }

    /// The file of a suite.
    static func suite(_ name: String) -> PreferencesFile { PreferencesFile(name) }

    /// The file's path, which may be that of a link.
    let path: String

    /// The place with links resolved, which may be others for each save.
    private var target: PreferencesPlace

    /// The file's status after the last save of this process; nil before the first.
    private var known: PreferencesStatus?

    /// The status of a damaged file that was looked at several times.
    private var damaged: PreferencesStatus?

    /// What was found since the last save, and is reported with the next.
    private var issues: [SavingIssue] = []

    /// Whether memory may lack what is in the file, because Foundation couldn't read that.
    ///
    /// If this is false, other code has removed what memory lacks.
    var mayBeUnread = false

    /// The save that is being made.
    private var save: Save?

    private struct Save {
        /// What was in the file, and its status then; nil if there was no file.
        var old: Values
        var status: PreferencesStatus?

        /// Some names whose values Foundation had in memory as it has read them, before it read the file again.
        ///
        /// If Foundation has none of them afterwards, it couldn't read the file.
        var seen: [StoredName] = []

        /// The file beside, and what is in it; nil if none can be made there.
        var draft: PreferencesDraft?
        var content: Values
        var data: Data?

        /// How many drafts replace the first one.
        var drafts = 0

        /// Why the file isn't to be changed, and its bytes; nil if it is.
        var refusal: (problem: SavingProblem, data: Data?)?
    }

    private init(_ name: String) {
        path = "\(PreferencesDirectory.path)/\(name).plist"
        target = PreferencesPlace(resolving: path)
    }

    // MARK: - Reading

    /// Whether there is no file.
    var isMissing: Bool { PreferencesPlace(resolving: path).isMissing }

    /// Returns what is at the file's place.
    ///
    /// - Throws: The reason why that can't be found out now.
    mutating func find() throws(SavingProblem) -> PreferencesPlace.Finding {
        target = PreferencesPlace(resolving: path)
        if let damaged, damaged == target.status { return .damaged(damaged.size == 0 ? .empty : .content) }
        do throws(SavingProblem) {
            let finding = try target.find()
            if case .damaged = finding { damaged = target.status }
            return finding
        } catch {
            mayBeUnread = true
            throw error
        }
    }

    /// Throws an error if the file is there, but can't be read, and nothing that a killed process has left can take its
    /// place.
    mutating func checkReadable() throws(SavingProblem) {
        guard case .damaged(.content) = try find(), target.leftover == nil else { return }
        throw SavingProblem(
            reason: "\"\(path)\" is damaged, and its values can't be read: put a copy in its place, or write a value, "
                + "which moves it aside")
    }

    // MARK: - Before Foundation saves

    /// Reads the file, and writes it beside with what this process has written.
    ///
    /// - Parameter written: What the library has written since the last save, by name.
    /// - Returns: Issues that were found.
    /// - Throws: The reason why Foundation must not write now, whichever file.
    mutating func begin(writing written: [StoredName: UnsavedWrite]) throws(SavingProblem) -> [SavingIssue] {
        (target, save) = (PreferencesPlace(resolving: path), nil)
        guard PreferencesDirectory.ofPrograms != nil else {
            throw SavingProblem(reason: "neither HOME nor XDG_CONFIG_HOME says where this user's settings are")
        }
        let status = target.status
        if let refusal = try refusal(of: status) {
            save = Save(old: [:], status: status, content: [:], refusal: (refusal, target.contents))
            return []
        }
        var finding = try find()
        if case .damaged(let damage) = finding {
            try moveAside(because: damage)
            finding = try target.find()
        } else if case .values(let values, let hasCommas) = finding, hasCommas || target.leftover != nil {
            // Before Foundation reads the file. If it can't be replaced, all is there still.
            do throws(PreferencesDraft.Failure) {
                let draft = try PreferencesDraft(of: try Self.data(exactValues(of: values)), at: target.draft)
                if target.status == status { try draft.replace(target.path, like: status) } else { draft.remove() }
            } catch {}
            finding = try target.find()
        }
        let old = if case .values(let values, _) = finding { values } else { Values() }
        var content = old
        for (name, write) in written { content[name] = write.value.map { .value($0) } }
        var save = Save(old: old, status: target.status, content: content)
        if save.status != nil || !content.isEmpty {
            do throws(PreferencesDraft.Failure) {
                let data = try Self.data(content)
                (save.draft, save.data) = (try PreferencesDraft(of: data, at: target.draft), data)
            } catch {
                guard Self.isUnwritable(error) else { throw cantBeWritten(error) }
            }
        }
        self.save = save
        defer { issues = [] }
        return issues
    }

    /// Notes some names that memory shows as in the file, before Foundation reads it again.
    ///
    /// - Parameters:
    ///   - isChanged: Returns whether this process has changed a name, which memory shows whatever Foundation reads.
    ///   - object: Returns what memory shows under a name.
    mutating func noteMemory(isChanged: (StoredName) -> Bool, object: (String) -> Any?) {
        guard var save else { return }
        let isAstray = UnsavedWrite.goesAstray {
            for (name, value) in save.old where !isChanged(name) && save.seen.count < Self.seenNames {
                if object(name.text).map(PreferencesEntry.init) == value { save.seen.append(name) }
            }
        }
        if isAstray { mayBeUnread = true }
        self.save = save
    }

    /// How many names are noted; another program may have removed some of them since.
    private static let seenNames = 20

    /// Whether other code has written the file since ``begin(writing:)``.
    var isOutdated: Bool { save.map { target.status != $0.status } ?? false }

    /// Returns why the file isn't to be replaced, although Foundation may try to write it, which does no harm.
    private func refusal(of status: PreferencesStatus?) throws(SavingProblem) -> SavingProblem? {
        guard let status else { return nil }
        switch status.kind {
        // NB: Foundation writes a device again and again until it can read back what it wrote, which would never end.
        case .other: throw target.isNoFile
        case .directory: return target.isNoFile
        case .file where access(target.path, W_OK) != 0: return target.cantBeWritten("this user may not write it")
        case .file where status.user != geteuid(): throw target.cantBeWritten("it belongs to another user")
        default: return nil
        }
    }

    /// Moves the file aside.
    ///
    /// If a killed process has left a file beside, puts that in its place.
    private mutating func moveAside(because damage: PreferencesPlace.Damage) throws(SavingProblem) {
        let time = ExactDate.shortText(for: Date()).replacingOccurrences(of: ":", with: "")
        let name = "\(target.stem)\(DamagedCopies.infix)\(time)-\(getpid())"
        let isEmpty = damage == .empty
        guard isEmpty || rename(target.path, target.sibling(name)) == 0 else {
            let error = String(cString: strerror(errno))
            throw SavingProblem(reason: "\"\(target.path)\" \(damage.clause), and can't be moved aside (\(error))")
        }
        DamagedCopies.removeSuperfluous(of: target.stem, in: target.directory, newest: name)
        let place = isEmpty ? "" : "It was moved aside, unchanged, as \"\(name)\". "
        let rest = restoreLeftover() ? Self.restored : "Only what this process writes will be in its place."
        note(damage, advice: place + rest)
    }

    private static let restored = "The values from before a save that was cut short are back in its place."

    private mutating func note(_ damage: PreferencesPlace.Damage, advice: String) {
        issues.append(.damagedFile("the preferences file \"\(target.path)\" \(damage.clause)", advice: advice))
    }

    // MARK: - After Foundation has saved

    /// What is in the file's place and in memory, after Foundation has saved.
    struct Outcome {
        /// Foundation's result.
        let answer: Bool

        /// The status of what is in the file's place, and its bytes.
        let status: PreferencesStatus?
        let data: Data?

        /// What the `UserDefaults` holds since then; nil if that can't be found out.
        var memory: Values?

        /// What the library had written before Foundation saved, by name.
        var written: [StoredName: UnsavedWrite] = [:]

        /// What the library has set in memory besides, which Foundation takes for changes of this process.
        var pushed: [StoredName: PreferencesEntry?] = [:]

        /// The names that the library has written since the save began.
        ///
        /// What memory shows under them doesn't tell whether Foundation has read the file.
        var later: Set<StoredName> = []

        /// What memory shows, or else the file: both have what was in the file and what this process has changed.
        ///
        /// It is nil if the file can't be read.
        var shown: Values? {
            if status != nil, data == nil { return nil }
            return memory ?? (status == nil ? [:] : data.flatMap(PreferencesEntry.values))
        }
    }

    /// Returns what Foundation has left in the file's place.
    func outcome(_ answer: Bool) -> Outcome { Outcome(answer: answer, status: target.status, data: target.contents) }

    typealias PausingWrites = (
        ([StoredName: UnsavedWrite]) throws(PreferencesDraft.Failure) -> Void
    ) throws(PreferencesDraft.Failure) -> Void

    /// Replaces the file.
    ///
    /// - Parameters:
    ///   - outcome: What Foundation has done.
    ///   - replacements: A number that this makes odd before it replaces the file, and even once the file is known to
    ///     have all that other threads had put into the old one. If it is odd in the end, Foundation may have read the
    ///     file without that.
    ///   - pausingWrites: Calls a closure with what the library has written since the save began, while other threads
    ///     wait with their writes.
    /// - Returns: What is in the file, and whether other processes have changed it since the last save.
    /// - Throws: The reason why the file isn't saved.
    mutating func finish(
        _ outcome: Outcome, _ replacements: borrowing SharedWord, pausingWrites: PausingWrites
    ) throws(SavingProblem) -> (Values, Bool) {
        guard var save else { throw target.cantBeWritten("it wasn't prepared") }
        self.save = nil
        defer { save.draft?.remove() }
        if let refusal = save.refusal {
            if outcome.answer, outcome.written.isEmpty, target.status == save.status {
                return (outcome.shown ?? [:], false)
            }
            // NB: if Foundation can't open a file for writing, it makes the file writable.
            if let data = refusal.data, target.status != save.status {
                do throws(PreferencesDraft.Failure) {
                    try PreferencesDraft(of: data, at: target.draft).replace(target.path, like: save.status)
                } catch {
                    throw cantBeWritten(error)
                }
            }
            throw refusal.problem
        }
        guard let shown = outcome.shown else { throw keepDraft(of: &save, target.cantBeRead) }
        var merged = merge(save, shown, outcome)
        var isChanged = known != save.status
        if merged == save.old, outcome.status == save.status {
            known = outcome.status
            return (merged, isChanged)
        }
        var found = Found(expected: outcome.data, data: outcome.data)
        do throws(PreferencesDraft.Failure) {
            try replace(&save, with: merged, &found, replacements)
            if !found.isChanged { replacements.set(replacements.value &+ 1) }
            for attempt in 2...Self.attempts where found.isChanged {
                isChanged = true
                // Other threads make no writes meanwhile, of which this might find only a part again and again.
                try pausingWrites { later throws(PreferencesDraft.Failure) in
                    Self.add(changes: found, to: &merged, save.old, later)
                    found.expected = found.next
                    // Programs that write the file again and again are waited for only so often.
                    try replace(
                        &save, with: merged, &found, replacements, whateverIsThere: attempt == Self.attempts)
                }
            }
            try PreferencesDraft.syncDirectory(of: target.path)
        } catch {
            // What can't be replaced is as Foundation has left it.
            guard outcome.answer, Self.isUnwritable(error), let values = target.values,
                values == PreferencesEntry.throughXML(merged)
            else {
                throw keepDraft(of: &save, cantBeWritten(error))
            }
        }
        known = target.status
        for copy in target.leftovers { unlink(copy) }
        return (merged, isChanged)
    }

    /// Puts the draft in the file's place, because that can't be saved as it should be.
    ///
    /// Returns the reason for that.
    ///
    /// The draft has all but what other code has changed. If it can't take the file's place, it stays beside.
    private func keepDraft(of save: inout Save, _ reason: SavingProblem) -> SavingProblem {
        do throws(PreferencesDraft.Failure) { try save.draft?.replace(target.path, like: save.status) } catch {}
        save.draft = nil
        return reason
    }

    /// The bytes of the file, before and after it is replaced, by which writes of others are noticed.
    private struct Found {
        /// The bytes that are there if nobody else has written the file since they were read or written.
        var expected: Data?

        /// The bytes that were read last; nil if there was no file.
        var data: Data?

        /// What to expect the next time.
        var next: Data?
        var isChanged: Bool { data != expected }

        /// Reads the file, once nobody seems to be in the middle of writing it.
        mutating func read(_ file: FileHandle?) throws(PreferencesDraft.Failure) {
            var attempt = 0
            while true {
                attempt += 1
                data = try PreferencesFile.contents(of: file)
                guard isChanged, let data, PreferencesEntry.values(in: data) == nil,
                    PreferencesPlace.waitForWriter(of: data, attempt)
                else { return }
            }
        }
    }

    /// Replaces the file, if it is still as expected.
    ///
    /// Another thread or program may call `synchronize()` until the last moment, which writes to the same file. So this
    /// looks at it before and after.
    private func replace(
        _ save: inout Save, with values: Values, _ found: inout Found, _ replacements: borrowing SharedWord,
        whateverIsThere: Bool = false
    ) throws(PreferencesDraft.Failure) {
        if !values.isEmpty, save.draft == nil || values != save.content {
            // A new one, because until it is complete, only the old one is.
            let data = try Self.data(values)
            save.drafts += 1
            let draft = try PreferencesDraft(of: data, at: target.secondDraft(save.drafts))
            save.draft?.remove()
            (save.draft, save.data, save.content) = (draft, data, values)
        }
        let file = FileHandle(forReadingAtPath: target.path)
        let number = errno
        guard file != nil || target.status == nil else { throw PreferencesDraft.Failure(number: number) }
        try found.read(file)
        if found.isChanged, !whateverIsThere { return found.next = found.data }
        let before = replacements.value
        replacements.set(before | 1)
        do throws(PreferencesDraft.Failure) {
            if values.isEmpty {
                if file != nil { try PreferencesDraft.removeFile(target.path) }
                found.next = nil
            } else {
                try save.draft?.takePlace(of: target.path, like: save.status)
                (save.draft, found.next) = (nil, save.data)
            }
        } catch {
            // The old file is still there.
            if before.isMultiple(of: 2) { replacements.set(before &+ 2) }
            throw error
        }
        try found.read(file)
    }

    /// Whether the directory lets nobody create a file in it, or lets nobody replace this one.
    private static func isUnwritable(_ failure: PreferencesDraft.Failure) -> Bool {
        [EACCES, EPERM, EROFS, ENOENT, EBUSY].contains(failure.number)
    }

    /// Returns the bytes of a file, or nil if there is none.
    private static func contents(of file: FileHandle?) throws(PreferencesDraft.Failure) -> Data? {
        guard let file else { return nil }
        do {
            try file.seek(toOffset: 0)
            return try file.readToEnd() ?? Data()
        } catch {
            // Without an error, this would count as a missing file, and so as a change by another program.
            throw PreferencesDraft.Failure(number: errno)
        }
    }

    /// How often a save replaces the file at most, if others change it meanwhile.
    private static let attempts = 4

    private static func data(_ values: Values) throws(PreferencesDraft.Failure) -> Data {
        // NB: Foundation's writer takes twenty times as long, so it is left what no value represents.
        let exact = values.compactMapValues(\.value)
        if exact.count == values.count { return Data(BinaryListWriter.bytes(of: exact)) }
        let objects = Dictionary(keepingLast: values.map { ($0.text, $1.object) })
        do {
            return try PropertyListSerialization.data(fromPropertyList: objects, format: .binary, options: 0)
        } catch {
            throw PreferencesDraft.Failure(number: EINVAL)
        }
    }

    /// Adds what `synchronize()` of another thread or program has changed in the file.
    ///
    /// A program may also write back what it had read before the save. That is no change, unless the library has
    /// written the same value since.
    private static func add(
        changes found: Found, to values: inout Values, _ saved: Values, _ later: [StoredName: UnsavedWrite]
    ) {
        guard let new = found.data.flatMap(PreferencesEntry.values) else { return }
        let old = found.expected.map { PreferencesEntry.values(in: $0) ?? values } ?? [:]
        let names = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
        let forms = [values, saved].map { PreferencesEntry.throughXML($0.entries { name, _ in names.contains(name) }) }
        for name in names where forms.allSatisfy({ new[name] != $0[name] }) { values[name] = new[name] }
        let written = PreferencesEntry.throughXML(later.compactMapValues { $0.value.map { .value($0) } })
        for (name, write) in later where new[name] == written[name] { values[name] = write.value.map { .value($0) } }
    }

    /// Puts the draft in the file's place, because the save was interrupted by the end of the process.
    func finishInterrupted() {
        guard let save, let draft = save.draft else { return }
        do throws(PreferencesDraft.Failure) { try draft.replace(target.path, like: save.status) } catch {}
    }

    /// Ends a save that isn't made.
    mutating func abandon() {
        save?.draft?.remove()
        save = nil
    }

    /// Returns what has to be in the file.
    ///
    /// Memory shows what was in the file and what this process has changed. If Foundation couldn't read the file, it
    /// shows only the latter: then no other value is there any more, and what is missing stays.
    private func merge(_ save: Save, _ memory: Values, _ outcome: Outcome) -> Values {
        let (written, pushed) = (outcome.written, outcome.pushed)
        let old = save.old
        let seen = save.seen.filter { !outcome.later.contains($0) }
        let hasRead =
            if !seen.isEmpty {
                seen.contains { memory[$0] != nil }
            } else if mayBeUnread || written.values.contains(where: \.isAstray) {
                old.contains { name, value in
                    written[name] == nil && !pushed.keys.contains(name) && memory[name] == value
                }
            } else {
                true
            }
        var merged = hasRead ? memory : old.entries { name, _ in !outcome.later.contains(name) }.overridden(by: memory)
        // While Foundation's own list was in the file's place, it may have been read.
        let inexact = old.entries { written[$0] == nil && memory[$0] != $1 }
        let forms = inexact.isEmpty ? [:] : PreferencesEntry.throughXML(inexact)
        for (name, value) in inexact where memory[name] == forms[name] { merged[name] = value }
        // Foundation has saved these once more, over what others have saved since.
        for (name, value) in pushed where written[name] == nil && memory[name] == value { merged[name] = old[name] }
        for (name, write) in written {
            let (value, shown) = (write.value, memory[name])
            let isEqual = if let value, case .value(let kept)? = shown { value.isTakenAsEqual(to: kept) } else { false }
            // Else, what memory shows has been set since by other code.
            if isEqual || write.isAstray || outcome.memory == nil || (shown == nil && (value == nil || !hasRead)) {
                merged[name] = value.map { .value($0) }
            }
        }
        return merged
    }

    // MARK: - What killed processes leave

    /// Puts what a killed process has left in the place of a damaged file, and returns what is there now.
    mutating func restore() throws(SavingProblem) -> PreferencesPlace.Finding {
        if case .damaged(let damage) = try find(), target.leftover != nil { try moveAside(because: damage) }
        return try find()
    }

    /// Returns the exact form of values, if Foundation had written them for a process before that was killed.
    private func exactValues(of values: Values) -> Values {
        guard let left = target.leftover?.values else { return values }
        let written = PreferencesEntry.throughXML(left)
        return values.overridden(by: left.entries { name, _ in values[name] == written[name] })
    }

    /// Replaces the file with the newest readable one that a killed process has left.
    ///
    /// Returns whether there was one.
    private func restoreLeftover() -> Bool {
        target.leftover.map { rename($0.path, target.path) == 0 } ?? false
    }

    private func cantBeWritten(_ failure: PreferencesDraft.Failure) -> SavingProblem {
        target.cantBeWritten(String(cString: strerror(failure.number)))
    }
}
#endif
