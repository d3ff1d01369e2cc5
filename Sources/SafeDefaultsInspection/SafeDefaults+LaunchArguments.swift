import Foundation
public import SafeDefaults

extension SafeDefaults {
    /// The launch arguments that give another process the values that are stored under this domain's keys.
    ///
    /// A UI test stores values in a domain in memory, with their types, and starts the app with them:
    ///
    /// ```swift
    /// let login = LoginDefaults(store: .inMemory())
    /// login.attempts = 3
    /// print(login.launchArguments)  //=> ["-login/attempts", "<integer>3</integer>"]
    /// ```
    ///
    /// The app's settings read these values instead of the stored ones, as long as that process runs. Each value is a
    /// property list in XML, so plain `UserDefaults` code reads the same objects. A date keeps its whole seconds, and a
    /// string with control characters can't be read.
    ///
    /// If nothing is stored, there are no arguments. The arguments are sorted by name, and can be read from any thread.
    /// On a shared machine, other users can see the arguments of a process.
    public var launchArguments: [String] {
        let values = dictionaryRepresentation
        return values.keys.sorted().flatMap { name in
            values[name]?.xml.map { ["-\(store.box.fullName(name))", $0] } ?? []
        }
    }
}

extension PropertyListValue {
    /// The value as a property list in XML, without what surrounds it in a file; nil if Foundation can't write it.
    fileprivate var xml: String? {
        let data = try? NumberLocale.withPoint {
            try PropertyListSerialization.data(fromPropertyList: foundationObject, format: .xml, options: 0)
        }
        let text = String(decoding: data ?? Data(), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        // A string's own `<` is escaped, so it is never taken for one of these.
        guard let head = lines.firstIndex(where: { $0.hasPrefix("<plist") }), let end = lines.lastIndex(of: "</plist>")
        else { return nil }
        return lines[(head + 1)..<end].joined(separator: "\n")
    }
}
