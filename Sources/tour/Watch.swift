import Foundation
import SafeDefaults

/// Prints the changes of settings as they happen.
struct Watch {
    /// The domains to watch, by name.
    let domains: [(name: String, domain: any SafeDefaults)]

    /// The only setting whose changes are printed, or nil if those of all settings are printed.
    let setting: String?

    /// Prints changes, and never returns.
    func run() -> Never {
        var observations: [DefaultsObservation] = []
        for entry in domains { observations.append(observe(entry.domain, named: entry.name)) }
        let what = domains.map { [$0.name, setting].compactMap(\.self).joined(separator: " ") }
        Self.say("Watching \(what.joined(separator: ", ")); Control-C ends it.")
        let store = DefaultsStore.standard
        while true {
            if !(store.userDefaults is FileDefaults) {
                // On Linux, the system doesn't report another program's writes to a plain `UserDefaults`, so its file
                // is read again.
                store.userDefaults.synchronize()
                store.refresh()
            }
            withExtendedLifetime(observations) { Thread.sleep(forTimeInterval: 0.5) }
        }
    }

    private func observe<Domain: SafeDefaults>(_ domain: Domain, named domainName: String) -> DefaultsObservation {
        domain.changes().observe { change in
            let changed = change.changedKeys().map(\.rawValue)
            for entry in domain.allSettings where changed.contains(entry.name) && setting ?? entry.name == entry.name {
                let value = entry.text ?? "nil"
                Self.say(
                    entry.isStored
                        ? "\(domainName) \(entry.name) is now \(value)."
                        : "\(domainName) \(entry.name) is back to its default, \(value).")
            }
        }
    }

    /// Prints a line without buffering, even into a pipe.
    static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}
