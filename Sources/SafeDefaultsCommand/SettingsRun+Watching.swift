import Foundation
import SafeDefaults
#if !COCOAPODS
import SafeDefaultsInspection
#endif

// The command that prints changes.

extension SettingsRun {
    /// Prints changes until the output can't be written.
    func watch(_ words: CommandWords) throws {
        let settings = try names.groups(words.words)
        guard !settings.isEmpty else { throw CommandFailure.usage("There are no settings to watch.") }
        let end = WatchEnd()
        let observations = settings.map { setting in
            setting.observe { [console] in
                end.run {
                    try console.say(words.isJSON ? json(setting) : Self.changeText(setting))
                }
            }
        }
        if !words.isJSON {
            let listed = settings.map(\.storedName.shownName).joined(separator: ", ")
            try console.say("Watching \(words.words.isEmpty ? "all settings" : listed); Control-C ends it.")
        }
        try withExtendedLifetime(observations) { try end.wait(reading: store) }
    }

    private static func changeText(_ setting: AnySetting) -> String {
        let (name, value) = (setting.storedName.shownName, setting.shownText.shown(atMost: 200))
        return setting.isStored ? "\(name) is now \(value)." : "\(name) is back to its default, \(value)."
    }
}

/// The end of a watch, which comes when its output can't be written any more.
final class WatchEnd: Sendable {
    private let end = DispatchSemaphore(value: 0)
    private let error = Locked<(any Error)?>(nil)

    /// Runs a closure that prints a change; an error that it throws ends the watching.
    func run(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            self.error.withLock { $0 = error }
            end.signal()
        }
    }

    /// Waits for the end, and throws the error that has caused it.
    ///
    /// On Linux, the system doesn't report another program's writes to a plain `UserDefaults`, so its file is read
    /// again every half second.
    func wait(reading store: DefaultsStore) throws {
        let isPolled = !(store.userDefaults is PropertyListDefaults)
        while end.wait(timeout: isPolled ? .now() + 0.5 : .distantFuture) == .timedOut {
            store.userDefaults.synchronize()
            store.refresh()
        }
        if let error = error.withLock({ $0 }) { throw error }
    }
}
