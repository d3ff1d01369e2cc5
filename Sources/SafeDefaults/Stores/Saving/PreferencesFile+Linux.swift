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
    typealias Values = [StoredName: PropertyListValue]

    /// The name of the file of `UserDefaults.standard`, which Foundation names after the program.
    static var programName: String? { PreferencesDirectory.programName }

    /// The name by which `persistentDomain` finds the values of `UserDefaults.standard`.
    ///
    /// NB: under the program's name, Foundation keeps other values until the file is saved and read again.
    static var programDomain: String? { "kCFPreferencesCurrentApplication" }

    /// The file's path, which may be that of a link.
    let path: String

    /// The place with links resolved, which may be others for each save.
    private var target: PreferencesPlace

    /// The file's status after the last save of this process; nil before the first.
    private var known: PreferencesStatus?

    /// What was found last, if it was damaged, because a look at a damaged file takes long.
    private var damaged: (status: PreferencesStatus?, finding: PreferencesPlace.Finding)?

    /// Whether memory may lack what is in the file, because Foundation couldn't read that.
    ///
    /// If this is false, other code has removed what memory lacks.
    var mayBeUnread = false

    /// The save that is being made.
    private var save: Save?

    private struct Save {
        /// What was in the file, and its status then; nil if there was no file.
        var old: Values = [:]
        var status: PreferencesStatus?

        /// Some names whose values Foundation had in memory as it has read them, before it read the file again.
        ///
        /// If Foundation has none of them afterwards, it couldn't read the file.
        var seen: [StoredName] = []

        /// The file beside; nil if none can be made there.
        var draft: PreferencesDraft?

        /// Why the file isn't to be changed, and its bytes; nil if it is.
        var refusal: (problem: DefaultsError, data: Data?)?
    }

    /// Creates the file of `UserDefaults.standard`, or of the suite with the domain's name; nil if it is unknown.
    init?(of domain: String) {
        guard let name = domain == Self.programDomain ? Self.programName : domain else { return nil }
        path = "\(PreferencesDirectory.path)/\(name).plist"
        target = PreferencesPlace(resolving: path)
    }

    // MARK: - Reading

    /// Whether there is no file.
    var isMissing: Bool { PreferencesPlace(resolving: path).isMissing }

    /// Returns what is at the file's place.
    ///
    /// - Throws: The reason why that can't be found out now.
    private mutating func find() throws(DefaultsError) -> PreferencesPlace.Finding {
        target = PreferencesPlace(resolving: path)
        let status = target.status
        if let damaged, status != nil, damaged.status == status { return damaged.finding }
        do throws(DefaultsError) {
            let finding = try target.find()
            if case .damaged = finding { damaged = (status, finding) }
            return finding
        } catch {
            mayBeUnread = true
            throw error
        }
    }

    /// Returns the values in the file.
    ///
    /// - Throws: An error if the file is there, but can't be read, and nothing that a killed process has left can take
    ///   its place.
    mutating func read() throws(DefaultsError) -> Values {
        switch try find() {
        case .missing, .foreign, .damaged(isEmpty: true, nil): return [:]
        case .values(let values, _), .damaged(_, let values?): return values
        case .damaged:
            throw DefaultsError.file(
                "\"\(path)\" is damaged, and its values can't be read: put a copy in its place, or write a value, "
                    + "which moves it aside")
        }
    }

    // MARK: - Before Foundation saves

    /// Reads the file, and writes it beside with what this process has written.
    ///
    /// - Parameters:
    ///   - written: What the library has written since the last save, by name.
    ///   - issues: The issues to which those are added that are found here.
    /// - Throws: The reason why Foundation must not write now, whichever file.
    mutating func begin(
        writing written: [StoredName: UnsavedWrite], _ issues: inout [DefaultsIssue]
    ) throws(DefaultsError) {
        (target, save) = (PreferencesPlace(resolving: path), nil)
        guard PreferencesDirectory.ofPrograms != nil else {
            throw DefaultsError.file("neither HOME nor XDG_CONFIG_HOME says where this user's settings are")
        }
        var save = Save(status: target.status)
        if let problem = try refusal(of: save.status) {
            save.refusal = (problem, try? target.contents())
        } else {
            try prepare(&save, written, &issues)
        }
        self.save = save
    }

    private mutating func prepare(
        _ save: inout Save, _ written: [StoredName: UnsavedWrite], _ issues: inout [DefaultsIssue]
    ) throws(DefaultsError) {
        let finding = try find()
        switch finding {
        case .foreign: return
        case .missing, .damaged(_, nil): break
        case .values(let values, isExact: true): save.old = values
        case .values(let values, _), .damaged(_, let values?):
            // Foundation can't read these, or not exactly. If they can't be put in the place, all is there still.
            save.old = values
            try makeDraft(of: values, &save)
        }
        if case .damaged(let isEmpty, _) = finding {
            issues.append(try moveAside(isEmpty: isEmpty, isRestored: save.draft != nil))
            save.status = target.status
        }
        do throws(PreferencesDraft.Failure) {
            if target.status == save.status { try save.draft?.replace(target.path, like: save.status) }
            save.draft = nil
        } catch {}
        save.status = target.status
        var content = save.old
        for (name, write) in written { content[name] = write.value }
        if save.status != nil || !content.isEmpty { try makeDraft(of: content, &save) }
    }

    /// Writes a draft, if one can be made there.
    private func makeDraft(of values: Values, _ save: inout Save) throws(DefaultsError) {
        do throws(PreferencesDraft.Failure) {
            try replaceDraft(of: &save, by: values)
        } catch {
            guard error.isForGood else { throw target.cantBeWritten(error) }
        }
    }

    /// Writes a new draft, until which only the old one is complete.
    private func replaceDraft(of save: inout Save, by values: Values) throws(PreferencesDraft.Failure) {
        let draft = try PreferencesDraft(of: values, beside: target)
        save.draft?.remove()
        save.draft = draft
    }

    /// Notes some names that memory shows as in the file, before Foundation reads it again.
    ///
    /// - Parameters:
    ///   - isChanged: Returns whether this process has changed a name, which memory shows whatever Foundation reads.
    ///   - object: Returns what memory shows under a name.
    mutating func noteMemory(isChanged: (StoredName) -> Bool, object: (String) -> Any?) {
        let isAstray = UnsavedWrite.goesAstray {
            // Another program may have removed some of them since.
            for (name, value) in save?.old ?? [:] where !isChanged(name) && (save?.seen.count ?? 0) < 20 {
                if PropertyListValue(found: object(name.text)) == value { save?.seen.append(name) }
            }
        }
        if isAstray { mayBeUnread = true }
    }

    /// Returns why the file isn't to be replaced, although Foundation may try to write it, which does no harm.
    private func refusal(of status: PreferencesStatus?) throws(DefaultsError) -> DefaultsError? {
        guard let status else { return nil }
        if let problem = target.problemOfKind {
            // NB: Foundation writes a device again and again until it can read back what it wrote, which would never
            // end.
            if status.format != S_IFDIR { throw problem }
            return problem
        }
        // If the file isn't there any more, another thread's `synchronize()` has just removed it.
        if access(target.path, W_OK) != 0, errno != ENOENT { return target.cantBeWritten("this user may not write it") }
        if status.user != geteuid() { throw target.cantBeWritten("it belongs to another user") }
        return nil
    }

    /// Moves a damaged file aside, unless it is empty.
    private func moveAside(isEmpty: Bool, isRestored: Bool) throws(DefaultsError) -> DefaultsIssue {
        let time = ExactDate.shortText(for: Date()).replacingOccurrences(of: ":", with: "")
        let name = "\(target.stem)\(DamagedCopies.infix)\(time)-\(getpid())"
        guard isEmpty || rename(target.path, target.sibling(name)) == 0 else {
            throw target.cantBeWritten("it is damaged, and can't be moved aside: \(String(cString: strerror(errno)))")
        }
        DamagedCopies.removeSuperfluous(of: target.stem, in: target.directory, newest: name)
        return .damagedFile(
            "the preferences file \"\(target.path)\" is \(isEmpty ? "empty" : "no property list with a dictionary")",
            advice: (isEmpty ? "" : "It was moved aside, unchanged, as \"\(name)\". ")
                + (isRestored
                    ? "The values from before a save that was cut short are back in its place."
                    : "Only what this process writes will be in its place."))
    }

    // MARK: - After Foundation has saved

    /// Returns what Foundation has left in the file's place.
    func outcome(_ answer: Bool) -> PreferencesOutcome {
        var outcome = PreferencesOutcome(answer: answer, status: target.status)
        do throws(DefaultsError) {
            outcome.data = try target.contents()
            // Another thread's `synchronize()` may have removed the file between the two looks.
            if outcome.data == nil { outcome.status = nil }
        } catch {}
        return outcome
    }

    /// Replaces the file.
    ///
    /// - Parameters:
    ///   - outcome: What Foundation has done.
    ///   - replacements: A number that this makes odd before it replaces the file.
    ///   - pausingWrites: Calls a closure with what the library has written since the save began, while other threads
    ///     wait with their writes.
    ///   - putMemoryRight: Called with what is in the file, which memory may show otherwise, and whether others have
    ///     changed the file meanwhile.
    /// - Returns: What is in the file, and whether other processes have changed it since the last save.
    /// - Throws: The reason why the file isn't saved.
    mutating func finish(
        _ outcome: PreferencesOutcome, _ replacements: borrowing SharedWord,
        pausingWrites: (([StoredName: UnsavedWrite]) throws(PreferencesDraft.Failure) -> Void)
            throws(PreferencesDraft.Failure) -> Void,
        putMemoryRight: (_ saved: Values, _ isChanged: Bool) -> Void
    ) throws(DefaultsError) -> (Values, Bool) {
        guard var save else { throw target.cantBeWritten("it wasn't prepared") }
        self.save = nil
        defer { save.draft?.remove() }
        if let (problem, data) = save.refusal {
            if outcome.answer, outcome.written.isEmpty, target.status == save.status {
                return (outcome.shown ?? [:], false)
            }
            // NB: if Foundation can't open a file for writing, it makes the file writable.
            if let data, target.status != save.status {
                save.draft = try? PreferencesDraft(of: [:], as: data, beside: target)
            }
            throw keepDraft(of: &save, problem)
        }
        guard let shown = outcome.shown else {
            // What no value represents is saved as Foundation has left it.
            guard outcome.answer, let data = outcome.data, Values.isRead(data) else {
                throw keepDraft(of: &save, target.cantBeRead)
            }
            known = outcome.status
            return ([:], true)
        }
        var merged = outcome.merged(shown, over: save.old, seen: save.seen, mayBeUnread: mayBeUnread)
        var isChanged = known != save.status || merged != save.draft?.values ?? [:]
        if merged == save.old, outcome.status == save.status {
            known = outcome.status
            putMemoryRight(merged, false)
            return (merged, isChanged)
        }
        do throws(PreferencesDraft.Failure) {
            var expected = outcome.data
            var changes = try replace(&save, with: merged, &expected, replacements)
            let isAlone = changes == nil
            // Programs that write the file again and again are waited for only so often.
            for attempt in 1...3 {
                guard let others = changes else { break }
                isChanged = true
                // Other threads make no writes meanwhile, of which this might find only a part again and again.
                try pausingWrites { later throws(PreferencesDraft.Failure) in
                    merged.add(others, over: save.old, later)
                    changes = try replace(&save, with: merged, &expected, replacements, whateverIsThere: attempt == 3)
                }
            }
            if let others = changes { merged.add(others, over: save.old, [:]) }
            putMemoryRight(merged, !isAlone)
            try PreferencesDraft.syncDirectory(of: target.path)
        } catch {
            // What can't be replaced is as Foundation has left it.
            guard outcome.answer, error.isForGood, target.values == merged.throughXML else {
                throw keepDraft(of: &save, target.cantBeWritten(error))
            }
            putMemoryRight(merged, true)
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
    private func keepDraft(of save: inout Save, _ reason: DefaultsError) -> DefaultsError {
        do throws(PreferencesDraft.Failure) { try save.draft?.replace(target.path, like: save.status) } catch {}
        save.draft = nil
        return reason
    }

    /// Replaces the file, if it is still as expected.
    ///
    /// Another thread or program may call `synchronize()` until the last moment, which writes to the same file. So this
    /// looks at it before and after.
    ///
    /// - Parameters:
    ///   - expected: The bytes that are there if nobody else has written the file since they were read or written.
    ///   - replacements: See ``finish(_:_:pausingWrites:putMemoryRight:)``.
    /// - Returns: What others have changed in the file; nil if it was as expected.
    private func replace(
        _ save: inout Save, with values: Values, _ expected: inout Data?, _ replacements: borrowing SharedWord,
        whateverIsThere: Bool = false
    ) throws(PreferencesDraft.Failure) -> [StoredName: PropertyListValue?]? {
        if !values.isEmpty, values != save.draft?.values { try replaceDraft(of: &save, by: values) }
        var (file, number): (FileHandle?, Int32)
        repeat {
            file = FileHandle(forReadingAtPath: target.path)
            number = errno
            // Another thread's `synchronize()` may make a missing file between the two looks.
        } while file == nil && target.status != nil && number == ENOENT
        // Another error doesn't say that there is no file.
        guard file != nil || number == ENOENT else { throw PreferencesDraft.Failure(number: number) }
        let old = expected
        var found = try Self.contents(of: file, unless: old)
        expected = found
        if found == old || whateverIsThere {
            replacements.set(replacements.value | 1)
            expected = values.isEmpty ? nil : save.draft?.data
            if !values.isEmpty {
                try save.draft?.takePlace(of: target.path, like: save.status)
                save.draft = nil
            } else if file != nil {
                try PreferencesDraft.Failure.check({ unlink(target.path) }, or: ENOENT)
            }
            found = try Self.contents(of: file, unless: old)
        }
        if found == old { return nil }
        // NB: Foundation removes a file that would hold no values.
        guard let new = found == nil ? [:] : found.flatMap(Values.init(list:)) else { return [:] }
        let former = old.map { Values(list: $0) ?? values } ?? [:]
        let names = Set(former.keys).union(new.keys).filter { former[$0] != new[$0] }
        return Dictionary(keepingLast: names.map { ($0, new[$0]) })
    }

    /// Returns the bytes of a file, or nil if there is none.
    ///
    /// If they aren't as expected, waits until nobody seems to be in the middle of writing them.
    private static func contents(
        of file: FileHandle?, unless expected: Data?
    ) throws(PreferencesDraft.Failure) -> Data? {
        guard let file else { return nil }
        var attempt = 0
        while true {
            attempt += 1
            let data: Data
            do {
                try file.seek(toOffset: 0)
                data = try file.readToEnd() ?? Data()
            } catch {
                // Without an error, this would count as a missing file, and so as a change by another program.
                throw PreferencesDraft.Failure(number: errno)
            }
            if data == expected || Values(list: data) != nil { return data }
            guard PreferencesPlace.waitForWriter(of: data, attempt) else { return data }
        }
    }

    /// Puts the draft in the file's place, because the save was interrupted by the end of the process.
    func finishInterrupted() {
        do throws(PreferencesDraft.Failure) { try save?.draft?.replace(target.path, like: save?.status) } catch {}
    }

    /// Ends a save that isn't made.
    mutating func abandon() {
        save?.draft?.remove()
        save = nil
    }
}
#endif
