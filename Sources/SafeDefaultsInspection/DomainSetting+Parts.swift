import Foundation
import SafeDefaults

// Changes a part of a setting's value: an entry of a dictionary, or the field of a structure that is stored as one.

extension DomainSetting {
    func write(text: String, at path: [String], to box: StoreBox) throws(DefaultsError) {
        if path.isEmpty { return try write(text: text, to: box) }
        try definition.change(in: box) { value throws(DefaultsError) in
            let list = try StoreBox.encoded(value, name: storedName, encode: definition.codec.encode)
            let parent = try parent(of: path, in: list)
            let old = parent[path[path.count - 1]]
            for candidate in Self.candidates(for: text, inPlaceOf: old) {
                if let changed = changed(list, at: path, to: candidate) { return changed }
            }
            throw refusal(of: path, old: old, siblings: parent.keys.inAlphabeticalOrder())
        }
    }

    func remove(at path: [String], from box: StoreBox) throws(DefaultsError) {
        try definition.change(in: box) { value throws(DefaultsError) in
            let list = try StoreBox.encoded(value, name: storedName, encode: definition.codec.encode)
            let parent = try parent(of: path, in: list)
            guard parent[path[path.count - 1]] != nil else {
                throw refusal(of: path, old: nil, siblings: parent.keys.inAlphabeticalOrder())
            }
            guard let changed = changed(list, at: path, to: nil) else {
                throw error(path, "the value needs this part; write another one in its place", .unstorable)
            }
            return changed
        }
    }

    /// Returns the dictionary that contains the part of the value at a path.
    ///
    /// - Throws: An error if there is no such dictionary.
    private func parent(
        of path: [String], in list: PropertyListValue?
    ) throws(DefaultsError) -> [String: PropertyListValue] {
        var current = list ?? .dictionary([:])
        for (index, step) in path.enumerated() {
            guard case .dictionary(let entries) = current else {
                let whole = index == 0 ? textForm : "all of it"
                throw error(
                    Array(path[..<index]), "it is \(current.kind.nameWithArticle), which has no parts; write \(whole)")
            }
            if index == path.count - 1 { return entries }
            guard let entry = entries[step] else {
                let siblings = advice(on: entries.keys.inAlphabeticalOrder())
                throw error(Array(path[...index]), "there is no such part; \(siblings)")
            }
            current = entry
        }
        return [:]
    }

    /// Returns the value with another part, or without it, or nil if that isn't one that the type keeps.
    private func changed(_ list: PropertyListValue?, at path: [String], to part: PropertyListValue?) -> Value? {
        // The text may have another meaning, or be wrong. If it is wrong, the caller throws an error of its own.
        guard let changed = (list ?? .dictionary([:])).replacing(path[...], with: part),
            let value = try? definition.codec.decode(changed)
        else { return nil }
        // A part that the type doesn't know is read without an error, and lost.
        return (try? definition.codec.encode(value)) == changed ? value : nil
    }

    private func refusal(of path: [String], old: PropertyListValue?, siblings: [String]) -> DefaultsError {
        guard let old else { return error(path, "there is no such part; \(advice(on: siblings))") }
        // A secret isn't an example for others.
        return error(path, "the text is no value for it" + (isSecret ? "" : "; write one like \(old.description)"))
    }

    private func error(
        _ path: [String], _ reason: String, _ kind: DefaultsError.Kind = .unreadable
    ) -> DefaultsError {
        DefaultsError(kind, storedName: storedName, expected: typeName, codingPath: path, reason: reason)
    }

    private func advice(on names: [String]) -> String {
        if isSecret { return "they are secret" }
        return names.isEmpty ? "it has none" : "write \(names.prefix(20).joined(separator: ", "))"
    }

    /// Returns the values that a text may stand for, the likeliest first: one of the kind of the old value, one of the
    /// kind that the text looks like, and a string.
    private static func candidates(for text: String, inPlaceOf old: PropertyListValue?) -> [PropertyListValue] {
        var values: [PropertyListValue] = []
        switch old?.kind {
        case .boolean: values += Bool.words[text.lowercased()].map { [.boolean($0)] } ?? []
        case .integer: values += Int64(text).map { [.integer($0)] } ?? UInt64(text).map { [.unsignedInteger($0)] } ?? []
        case .real: values += Double(text).map { [.real($0)] } ?? []
        case .date: values += ExactDate.date(from: text).map { [.date($0)] } ?? []
        case .string: values.append(.string(text))
        default: break
        }
        if let value = SettingText.shownValue(text) { values.append(value) }
        // A whole number may be meant as a real one: a field that has no value yet doesn't say which.
        if let number = Double(text) { values.append(.real(number)) }
        return values + [.string(text)]
    }
}

extension Bool {
    /// The texts that stand for a Boolean.
    fileprivate static let words = ["true": true, "yes": true, "1": true, "false": false, "no": false, "0": false]
}

extension PropertyListValue {
    /// Returns a dictionary with another value for a part, or without it.
    fileprivate func replacing(_ path: ArraySlice<String>, with part: PropertyListValue?) -> PropertyListValue? {
        guard let step = path.first else { return part }
        guard case .dictionary(var entries) = self else { return self }
        entries[step] = (entries[step] ?? .dictionary([:])).replacing(path.dropFirst(), with: part)
        return .dictionary(entries)
    }
}
