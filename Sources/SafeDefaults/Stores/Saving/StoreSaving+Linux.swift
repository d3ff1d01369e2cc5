#if !canImport(Darwin)
import Foundation

/// Saves the writes of one plain store.
final class StoreSaving: Sendable {
    private let defaults: SharedDefaults<UserDefaults>

    /// The file; nil if it is unknown, as for an object that other code has created.
    ///
    /// Only one save uses it at a time.
    private let file: Locked<PreferencesFile>?

    /// The name of the persistent domain that the file holds.
    private let domain: String?

    /// Its lock is held while the library sets a value in memory again, or replaces a file that others write to.
    private let state = Locked(State())

    /// A number that is odd from the replacement of the file until memory shows what has to be read.
    ///
    /// The new file may lack what another thread has just put into the old one. So reads wait until the number is even,
    /// and read again if it has changed meanwhile.
    private let replacements = SharedWord()

    // NB: a lock around a structure costs a start less than one around a dictionary, whose type has to be found first.

    private struct State {
        /// What the library has written since the last save.
        var writes: [StoredName: UnsavedWrite] = [:]

        /// The writes that the running save makes; if it fails, they are unsaved again.
        var taken: [StoredName: UnsavedWrite] = [:]

        /// What the library has set in memory because the file has it; nil for a removed value.
        ///
        /// Foundation takes it for changes of this process until it has saved it.
        var pushed: [StoredName: PropertyListValue?] = [:]

        /// A name that memory showed when it was looked at last.
        var witness: String?
    }

    /// Called after a save, if other processes have changed the file since the one before.
    let changesByOthers = Locked<(@Sendable () -> Void)?>(nil)

    init?(_ userDefaults: UserDefaults, domain: String?) {
        defaults = SharedDefaults(userDefaults)
        // Which file an object of another class saves isn't known.
        let isFoundations = type(of: userDefaults) == UserDefaults.self
        file = isFoundations ? domain.flatMap(PreferencesFile.init).map(Locked.init) : nil
        self.domain = domain
    }

    /// The URL of the file; nil if it is unknown.
    var fileURL: URL? { file.map { URL(fileURLWithPath: $0.withLock(\.path), isDirectory: false) } }

    /// Makes a write, and schedules a save.
    func save(_ value: PropertyListValue?, named name: String, _ write: () -> Void) {
        if file == nil {
            write()
        } else {
            let name = StoredName(name)
            lookAfterFirstWrite()
            // Noted before it is made, because a save in between must not miss it.
            state.withLock { $0.writes[name] = UnsavedWrite(value: value, isMade: false) }
            let isAstray = UnsavedWrite.goesAstray(write)
            state.withLock { state in
                let wasAstray = state.writes[name]?.isAstray ?? false
                state.writes[name] = UnsavedWrite(value: value, isAstray: isAstray || wasAstray)
            }
        }
        SavingQueue.shared.schedule(self)
    }

    /// Saves the store now, and returns whether its writes are saved.
    func flush(at location: CodeLocation?) -> Bool { SavingQueue.shared.saveNow(including: self, at: location) }

    /// Returns the object under a name, or nil if there is none.
    func object(named name: String) -> Any? {
        var (number, object): (UInt, Any?)
        repeat {
            number = replacements.value
            object = defaults.object.object(forKey: name)
        } while (!number.isMultiple(of: 2) || number != replacements.value)
            && SavingQueue.shared.wait(while: { !replacements.value.isMultiple(of: 2) })
        guard object == nil, hasToLook else { return object }
        lookAgain()
        return defaults.object.object(forKey: name)
    }

    // MARK: - Opening

    /// Compares what Foundation has read with the file, before anything else is read.
    ///
    /// If Foundation has read nothing, but there is a file, the object is given what is in it.
    func open() {
        lastLook.set(Self.saves.value)
        lastWrite.set(Self.saves.value)
        // NB: to copy what is in memory takes a fifth of what the library does when a program starts.
        guard let file, !file.withLock(\.isMissing) else { return }
        let memory = memory
        state.withLock { $0.witness = memory.keys.first }
        if memory.isEmpty { showFile(in: [:]) }
    }

    /// Sets in the object what is in the file and not in memory.
    ///
    /// If memory shows a value of the file that this process hasn't written, Foundation has read the file, and nothing
    /// is set: what memory lacks then was removed by other code.
    private func showFile(in memory: PreferencesFile.Values) {
        do throws(DefaultsError) {
            // Looked up first, because a save that ends meanwhile has put its writes into the file.
            let written = state.withLock { $0.taken.overridden(by: $0.writes) }
            let values = try readFile()
            if values.contains(where: { memory[$0] == $1 && written[$0] == nil }) { return }
            show(values.entries { name, _ in memory[name] == nil && written[name] == nil }, over: [:])
            state.withLock { $0.witness = values.keys.first?.text }
            if hasPushed { SavingQueue.shared.schedule(self) }
        } catch {
            hasProblem.set(true)
        }
    }

    /// What the object shows of its own.
    private var memory: [String: Any] { domain.flatMap { defaults.object.persistentDomain(forName: $0) } ?? [:] }

    /// How many times this process has called `synchronize()`.
    private static let saves = SharedWord()

    /// What ``saves`` was when this store's memory was looked at last, and when the library wrote to it last.
    private let lastLook = SharedWord()
    private let lastWrite = SharedWord()

    /// Whether Foundation may have read the file anew since the last ``lookAgain()``, so that a read that has found
    /// nothing isn't believed yet.
    ///
    /// NB: after each `synchronize()`, Foundation reads the files of all other objects again, at the first write to
    /// each. If that fails, it takes a file for empty.
    private var hasToLook: Bool { lastLook.value != Self.saves.value }

    /// Notes a write that is about to be made.
    ///
    /// With the first write after a `synchronize()` Foundation reads the file again, and that may fail. So the next
    /// read that finds nothing looks at the file.
    private func lookAfterFirstWrite() {
        let saves = Self.saves.value
        guard lastWrite.value != saves else { return }
        lastWrite.set(saves)
        lastLook.set(saves &- 1)
    }

    /// Looks whether Foundation could read the file, and if not, makes the object show what is in it.
    func lookAgain() {
        guard hasToLook else { return }
        lastLook.set(Self.saves.value)
        guard let name = state.withLock(\.witness), defaults.object.object(forKey: name) == nil else { return }
        showFile(in: PreferencesFile.Values(objects: memory) ?? [:])
    }

    /// Whether the values in the file couldn't be read, the last time.
    private let hasProblem = SharedWord()

    /// Why the values in the file can't be read; nil if they can.
    ///
    /// Once they can, they are read with the next save, which is scheduled here.
    var currentProblem: DefaultsError? {
        guard hasProblem.isSet else { return nil }
        do throws(DefaultsError) { _ = try readFile() } catch { return error }
        SavingQueue.shared.schedule(self)
        return .file("the preferences file couldn't be read before, and is read with the next save")
    }

    /// Returns the values in the file, or throws an error if they can't be read.
    @discardableResult
    func readFile() throws(DefaultsError) -> PreferencesFile.Values {
        try file?.withLock { file throws(DefaultsError) in try file.read() } ?? [:]
    }

    // MARK: - The steps of a save

    /// Whether `synchronize()` is Foundation's own, which saves all files with changes and returns one result for all
    /// of them.
    var savesEveryFile: Bool { type(of: defaults.object) == UserDefaults.self }

    /// Reads the file, and writes it beside with what this process has written.
    ///
    /// - Parameter issues: The issues to which those are added that are found here.
    func prepare(_ issues: inout [DefaultsIssue]) throws(DefaultsError) {
        let (writes, pushed) = state.withLock { state in
            state.taken = state.writes.entries { $1.isMade }
            state.writes = state.writes.entries { !$1.isMade }
            return (state.taken, state.pushed)
        }
        try file?.withLock { file throws(DefaultsError) in
            try file.begin(writing: writes, &issues)
            file.noteMemory(isChanged: { writes.keys.contains($0) || pushed.keys.contains($0) }) {
                defaults.object.object(forKey: $0)
            }
            let shown = writes.entries { name, write in
                PropertyListValue(found: defaults.object.object(forKey: name.text)) == write.value
            }
            state.withLock { state in for name in shown.keys { state.taken[name]?.isShown = true } }
        }
    }

    /// Makes Foundation write the file.
    ///
    /// Returns its result.
    func synchronize() -> Bool {
        Self.saves.set(Self.saves.value &+ 1)
        return NumberLocale.withPoint { defaults.object.synchronize() }
    }

    /// Replaces the file by what it has to hold.
    ///
    /// Returns whether other processes have changed it since the last save.
    func finish(_ answer: Bool) throws(DefaultsError) -> Bool {
        guard let file else {
            if answer { return false }
            throw DefaultsError.file("synchronize() of \(type(of: defaults.object)) failed")
        }
        // Before memory, so that what another thread makes Foundation save from now on is told from it.
        var outcome = file.withLock { $0.outcome(answer) }
        let isAstray = UnsavedWrite.goesAstray { outcome.memory = PreferencesFile.Values(objects: memory) }
        if isAstray { outcome.memory = nil }
        state.withLock { state in
            (outcome.written, outcome.later) = (state.taken, Set(state.writes.keys))
            outcome.pushed = state.pushed.entries { name, _ in state.writes[name] == nil }
            if answer { state.pushed = [:] }
            for (name, write) in answer ? [:] : state.taken { state.pushed.updateValue(write.value, forKey: name) }
        }
        let (saved, isChanged): (PreferencesFile.Values, Bool)
        do throws(DefaultsError) {
            (saved, isChanged) = try file.withLock { file throws(DefaultsError) in
                try file.finish(outcome, replacements) { replace throws(PreferencesDraft.Failure) in
                    try state.withLock { later throws(PreferencesDraft.Failure) in try replace(later.writes) }
                } putMemoryRight: { saved, isChanged in
                    whileReadsWait {
                        show(saved, over: outcome.shown ?? saved)
                        writeAgain(over: saved)
                        if isChanged { showExact(saved) }
                    }
                }
            }
        } catch {
            file.withLock { $0.mayBeUnread = true }
            whileReadsWait { writeAgain(over: nil) }
            throw error
        }
        file.withLock { $0.mayBeUnread = isAstray }
        hasProblem.set(false)
        state.withLock { ($0.taken, $0.witness) = ([:], saved.keys.first?.text) }
        // Foundation has just read the file. So what memory lacks now, other code has removed.
        if !isAstray { lastLook.set(Self.saves.value) }
        return isChanged
    }

    /// Sets values in memory while the reads of other threads wait.
    private func whileReadsWait(_ putMemoryRight: () -> Void) {
        replacements.set(replacements.value | 1)
        putMemoryRight()
        replacements.set(replacements.value &+ 1)
    }

    /// Sets again what isn't saved: other code may have made Foundation save it to a file that was replaced since, or
    /// Foundation may have taken it for equal to an old value.
    ///
    /// - Parameter saved: What the file holds; nil if that isn't known.
    private func writeAgain(over saved: PreferencesFile.Values?) {
        if state.withLock(\.writes.isEmpty) { return }
        let memory = PreferencesFile.Values(objects: memory)
        state.withLock { state in
            for (name, write) in state.writes {
                let old = saved?[name]
                // If memory shows neither, other code has written to it since.
                let isOurs = [write.value, old].contains { (memory?[name]).isForm(of: $0) }
                guard isOurs || memory == nil || saved == nil else { continue }
                // NB: Foundation saves only what differs from what is in memory. A read by other code had better find
                // the old value than none.
                let isEqual = if let old, let value = write.value { value.isTakenAsEqual(to: old) } else { false }
                if let old, !isEqual { _ = goesAstray(old, named: name, removesFirst: false) }
                let isAstray = goesAstray(
                    write.value, named: name, removesFirst: old == nil || isEqual || write.value == nil)
                if isAstray { state.writes[name]?.isAstray = true }
            }
        }
    }

    /// Sets a value in the object, or removes it if it is nil, and returns whether that may have gone astray.
    private func goesAstray(_ value: PropertyListValue?, named name: StoredName, removesFirst: Bool = true) -> Bool {
        UnsavedWrite.goesAstray {
            // NB: Foundation doesn't store a value that it takes for equal to the old one. Until it has, a read finds
            // nothing.
            if removesFirst { defaults.object.removeObject(forKey: name.text) }
            if let value { defaults.object.set(value.storedObject, forKey: name.text) }
        }
    }

    /// Whether Foundation has to save what the library has set in memory.
    var hasPushed: Bool { !state.withLock(\.pushed.isEmpty) }

    /// Makes the object show the exact values where it shows what Foundation's own list has made of them.
    private func showExact(_ saved: PreferencesFile.Values) {
        let memory = (PreferencesFile.Values(objects: memory) ?? saved).entries { name, value in
            saved[name] != value && saved[name].isForm(of: value)
        }
        show(saved, over: saved.overridden(by: memory))
    }

    /// Makes the object show what the file holds, where it doesn't, unless other code has changed that meanwhile.
    ///
    /// - Parameters:
    ///   - saved: What the file holds.
    ///   - memory: What the object has shown.
    private func show(_ saved: PreferencesFile.Values, over memory: PreferencesFile.Values) {
        let names = Set(saved.keys).union(memory.keys).filter { memory[$0] != saved[$0] }
        let now = names.isEmpty ? memory : PreferencesFile.Values(objects: self.memory) ?? memory
        for name in names {
            let value = saved[name]
            // A write by another thread comes before or after both calls.
            state.withLock { state in
                let write = state.writes[name]
                // A write of since then is also set again if it is in the file: the file may have been replaced twice,
                // and have been read in between.
                if let write, write.value != value { return }
                if write == nil, now[name] != memory[name] { return }
                let removesFirst = memory[name] != nil && (write == nil || value == nil)
                if goesAstray(value, named: name, removesFirst: removesFirst), value != nil {
                    state.writes[name] = UnsavedWrite(value: value, isAstray: true)
                }
                state.pushed.updateValue(value, forKey: name)
            }
        }
    }

    /// Ends a save that wasn't made, and keeps its writes for the next one.
    func abandon() {
        file?.withLock { $0.abandon() }
        state.withLock { ($0.writes, $0.taken) = ($0.taken.overridden(by: $0.writes), [:]) }
    }

    /// Ends a save that the end of the process has interrupted while Foundation was writing.
    func finishInterrupted() { file?.withLock { $0.finishInterrupted() } }
}
#endif
