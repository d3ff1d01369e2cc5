import Foundation
import SafeDefaults
import SafeDefaultsFiles

// Scopes of a store, in processes that are killed while they remove one.
//
//     filer <file> scope-seed <kind>                   stores values in scopes and outside of them
//     filer <file> scope-remove <kind>                 removes the scope `a`, and prints "done"
//     filer <file> scope-dump <kind>                   prints how many values each scope and the outside have
//
// The kinds are those of the renames.
/// A store whose scopes are removed.
struct Scopes {
    private let store: DefaultsStore

    init(_ kind: String, _ url: URL) {
        switch kind {
        case "file": store = .file(url)
        case "suite": store = .suite("filer-scopes")
        default:
            guard let defaults = MortalDefaults(suiteName: "filer-scopes") else { exit(70) }
            defaults.savesEachCall = kind == "daemon"
            store = DefaultsStore(defaults)
        }
    }

    func run(_ command: String) {
        switch command {
        case "scope-seed": seed()
        case "scope-remove":
            store.removeScope("a")
            say(store.flush() ? "done" : "not saved")
        default: say(Self.parts.map(held).joined(separator: " "))
        }
        _exit(0)
    }

    /// The beginnings of the stored names, some of which look almost like those of the scope `a`.
    private static let parts = ["scope:a/", "scope:a/scope:b/", "scope:ab/", "scope:b/scope:a/", "scope:a", ""]
    private static let values = 6

    /// One of them is so large that it is stored apart.
    private static func value(_ part: String, _ index: Int) -> String {
        "\(part) \(index)" + String(repeating: "x", count: index == 0 ? 5_000 : 0)
    }

    private func seed() {
        for part in Self.parts {
            for index in 0..<Self.values {
                store.userDefaults.set(Self.value(part, index), forKey: "\(part)value\(index)")
            }
        }
        say("\(store.userDefaults.synchronize())")
    }

    /// How many values a part has, or `wrong` if one has another value.
    private func held(_ part: String) -> String {
        let found = (0..<Self.values).compactMap { index -> Bool? in
            let value = store.userDefaults.string(forKey: "\(part)value\(index)")
            return value.map { $0 == Self.value(part, index) }
        }
        return found.contains(false) ? "wrong" : "\(found.count)"
    }
}
