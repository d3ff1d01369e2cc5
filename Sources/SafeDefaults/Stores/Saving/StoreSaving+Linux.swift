#if !canImport(Darwin)
import Foundation

/// Saves the writes of one plain store.
final class StoreSaving: Sendable {
    let defaults: SharedDefaults<UserDefaults>

    /// The file; nil if it is unknown, as for an object that other code has created.
    ///
    /// Only one save uses it at a time.
    let file: Locked<PreferencesFile>?

    /// The name of the persistent domain that the file holds.
    private let domain: String?

    /// Its lock is held while the library sets a value in memory again, or replaces a file that others write to.
    let state = Locked(State())

    /// A number that is odd from the replacement of the file until memory shows what has to be read.
    ///
    /// The new file may lack what another thread has just put into the old one. So reads wait until the number is even,
    /// and read again if it has changed meanwhile.
    let replacements = SharedWord()

    // NB: a lock around a structure costs a start less than one around a dictionary, whose type has to be found first.

    struct State {
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
        let object = reading { defaults.object.object(forKey: name) }
        guard object == nil, hasToLook else { return object }
        lookAgain()
        return defaults.object.object(forKey: name)
    }

    /// Returns what a closure reads from memory, and calls it again if a save has replaced the file meanwhile.
    func reading<Value>(_ read: () -> Value) -> Value {
        while true {
            let number = replacements.value
            let value = read()
            if number.isMultiple(of: 2), number == replacements.value { return value }
            guard SavingQueue.shared.wait(while: { !replacements.value.isMultiple(of: 2) }) else { return value }
        }
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
    var memory: [String: Any] { domain.flatMap { defaults.object.persistentDomain(forName: $0) } ?? [:] }

    /// How many times this process has called `synchronize()`.
    static let saves = SharedWord()

    /// What ``saves`` was when this store's memory was looked at last, and when the library wrote to it last.
    let lastLook = SharedWord()
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
    let hasProblem = SharedWord()

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
}

/// A write that hasn't been saved.
struct UnsavedWrite {
    /// The value; nil if the stored one is removed.
    let value: PropertyListValue?

    /// Whether the value has been passed to Foundation.
    ///
    /// If not, memory shows an old value, and the write is left to the next save.
    var isMade = true

    /// Whether memory showed the value when it was looked at before Foundation saved.
    var isShown = false

    /// Whether the write may have reached other values than the store's.
    ///
    /// NB: Foundation reads the user's name from a file each time it looks for a value. If that fails, because the
    /// process has no descriptor left, it reads and writes the values of a user without a name, which are others.
    var isAstray = false

    /// Calls Foundation, and returns whether it may have found no descriptor.
    static func goesAstray(_ call: () -> Void) -> Bool {
        errno = 0
        call()
        return errno == EMFILE || errno == ENFILE
    }
}
#endif
