#if !canImport(Darwin)
import Foundation

// The steps of a save, which `SavingQueue` makes one after the other.

extension StoreSaving {
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
    @inline(never)
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
    func show(_ saved: PreferencesFile.Values, over memory: PreferencesFile.Values) {
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
