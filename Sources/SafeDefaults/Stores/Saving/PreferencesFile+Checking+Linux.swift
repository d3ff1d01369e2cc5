#if !canImport(Darwin)
import Foundation

// Checks whether Foundation can read the file.

extension PreferencesFile {
    enum Finding { case missing, sound, empty, damaged, unreadable }

    /// Returns what a look at the file has found.
    func check() throws(SavingProblem) -> Finding { try Self.check(url) }

    private static func check(_ url: URL) throws(SavingProblem) -> Finding {
        var finding = Finding.sound
        // While another process writes the file, it is empty or incomplete for a moment.
        for attempt in 0..<5 {
            if attempt > 0 { usleep(20_000) }
            do {
                let data = try Data(contentsOf: url)
                if isReadable(data) { return .sound }
                finding = data.isEmpty ? .empty : .damaged
            } catch CocoaError.fileReadNoPermission {
                return .unreadable
            } catch CocoaError.fileReadNoSuchFile {
                return .missing
            } catch {
                throw cantBeRead(url)
            }
        }
        return finding
    }

    /// Returns the values in the file.
    ///
    /// If there is no file, there are none.
    func values() throws(SavingProblem) -> [String: Any] {
        let file = place.resolvingSymlinksInPath()
        // While a program without the library writes the file, it is empty or incomplete for a moment.
        for attempt in 0..<5 {
            if attempt > 0 { usleep(20_000) }
            do {
                let data = try Data(contentsOf: file)
                guard Self.isReadable(data) else { continue }
                let list = try PropertyListSerialization.propertyList(from: data, format: nil)
                if let values = list as? [String: Any] { return values }
            } catch CocoaError.fileReadNoSuchFile {
                return [:]
            } catch {
                throw Self.cantBeRead(place)
            }
        }
        throw SavingProblem(reason: "\"\(place.path)\" is damaged, or other programs write it again and again")
    }

    static func cantBeRead(_ url: URL) -> SavingProblem {
        SavingProblem(reason: "\"\(url.path)\" can't be read, and is left alone until it can")
    }

    /// Returns whether Foundation can read data as a dictionary.
    private static func isReadable(_ data: Data) -> Bool {
        // NB: Foundation's reader can crash on a damaged binary list, so this library checks that form itself.
        if data.isBinaryList { return data.isBinaryDictionary }
        // The list may be nested deeper than the library's own limit. If Foundation can read what other code has
        // written, the file isn't damaged. NB: but Foundation takes a file of spaces for an empty list.
        guard TextNesting.isShallow(data, deepest: 512) else { return false }
        do {
            return try PropertyListSerialization.propertyList(from: data, format: nil) is [String: Any]
        } catch {
            return false
        }
    }

    /// Returns whether there is a file at a URL that Foundation can read as a dictionary.
    static func isReadable(at url: URL) -> Bool {
        do { return isReadable(try Data(contentsOf: url)) } catch { return false }
    }

    /// Throws an error if the file is there, but Foundation can't read it, and no safety copy can replace it.
    func checkReadable() throws(SavingProblem) {
        let file = place.resolvingSymlinksInPath()
        guard let status = PreferencesStatus(file), status.kind == .file else { return }
        switch try Self.check(file) {
        case .unreadable: throw SavingProblem(reason: "\"\(place.path)\" can't be read by this user")
        case .damaged where !leftovers.contains(where: Self.isReadable):
            throw SavingProblem(
                reason: "\"\(place.path)\" is damaged, and its values can't be read; the next save moves it aside")
        default: return
        }
    }
}
#endif
