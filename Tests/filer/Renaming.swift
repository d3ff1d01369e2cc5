import Foundation
import SafeDefaults
import SafeDefaultsFiles

// A setting that was stored under two other names, in processes that are killed while they move it.
//
//     filer <file> rename-seed <kind>          stores values under the former names
//     filer <file> rename <kind> <what>        writes, updates or resets the setting, and prints "done"
//     filer <file> rename-dump <kind>          prints what a read finds, and the names that are stored
//
// The kinds are those of the migrations.
struct Renaming: SafeDefaults {
    enum Keys: String, DefaultsKey { case title }
    struct Settings { let title = Setting(.title, default: "default", formerly: "newer", "older") }
    static let settings = Settings()

    static let names = ["title", "newer", "older"]

    let store: DefaultsStore

    init(_ kind: String, _ url: URL) {
        switch kind {
        case "file": store = .file(url)
        case "suite": store = .suite("filer-renames")
        default:
            guard let defaults = MortalDefaults(suiteName: "filer-renames") else { exit(70) }
            defaults.savesEachCall = kind == "daemon"
            store = DefaultsStore(defaults)
        }
    }

    func run(_ command: String, _ what: String?) {
        switch (command, what) {
        case ("rename-seed", _):
            for name in ["newer", "older"] { store.userDefaults.set(name, forKey: name) }
            say("\(store.userDefaults.synchronize())")
        case ("rename-dump", _):
            say(
                ([self.title] + Self.names.filter { store.userDefaults.object(forKey: $0) != nil }).joined(
                    separator: " "))
        default:
            switch what {
            case "write": self.title = "written"
            case "update": update(\.title) { $0 = $0 == "newer" ? "updated" : "twice" }
            default: reset(\.title)
            }
            say(store.flush() ? "done" : "not saved")
        }
        _exit(0)
    }
}
