#if !canImport(Darwin)
import Foundation

// How a forked process saves. Foundation there has a copy of what the parent had written and not yet saved; its
// `synchronize()` would write that too, over what the parent has saved since, and can wait for ever for a lock that a
// thread of the parent had.

extension PreferencesFile {
    /// Puts values into the file, beside what it holds now, without Foundation's `UserDefaults`.
    ///
    /// - Parameters:
    ///   - changes: The values by name; nil removes.
    ///   - issues: Gets what was found amiss with the file.
    /// - Throws: Why the file isn't saved; it is as it was then.
    func merge(
        _ changes: [String: PropertyListValue?], noting issues: inout [DefaultsIssue]
    ) throws(SavingProblem) {
        issues += try prepareForSave()
        defer { removeSafetyCopy() }
        let state = FileState(url)
        guard locked == nil, state?.isRegularFile ?? true else { throw cantBeWritten }
        var list = state == nil ? [:] : try content()
        for (name, value) in changes { list[name] = value?.foundationObject }
        known = nil
        do {
            try write(list)
        } catch {
            restore()
            throw cantBeWritten
        }
        known = FileState(url)
        removeLeftovers()
    }

    /// What the file holds, which has been found readable.
    private func content() throws(SavingProblem) -> [String: Any] {
        do {
            let data = try Data(contentsOf: url)
            // An empty file has been reported.
            if data.isEmpty { return [:] }
            if let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any] {
                return list
            }
        } catch {}
        throw Self.cantBeRead(url)
    }

    /// Writes the file in place, as Foundation does, so that a link, an owner and permissions stay; an empty list removes it.
    private func write(_ list: [String: Any]) throws {
        if list.isEmpty {
            if unlink(url.path) != 0, errno != ENOENT { throw CocoaError(.fileWriteUnknown) }
            return
        }
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let descriptor = open(url.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: data)
    }
}
#endif
