public import Foundation
public import SafeDefaults

extension DefaultsStore {
    /// Returns the values stored under the keys of several domains, as they are at one moment.
    ///
    /// See `snapshot()`.
    ///
    /// ```swift
    /// let before = DefaultsStore.standard.snapshot(of: [LoginDefaults.self])
    /// try DefaultsStore.standard.restore(before)
    /// ```
    ///
    /// - Parameter domains: The types of the domains.
    public func snapshot(of domains: [any SafeDefaults.Type]) -> DefaultsSnapshot {
        let box = box
        let outlines = domains.map { DomainOutline($0, in: box) }
        let names = outlines.flatMap(\.names)
        Set(names).forEach(box.noteRead)
        let contents = box.contents(named: names, in: .own)
        let absent = Set(contents.filter { $0.value == .nothing }.keys)
        // Only a `UserDefaults` of another class holds an object that is no property list. The snapshot doesn't cover
        // its name, so that restoring it keeps the object.
        let found = contents.compactMapValues(\.propertyListValue)
        return DefaultsSnapshot(
            values: found, absentNames: absent, secretNames: Set(outlines.flatMap(\.secretNames)))
    }

    /// Stores what a snapshot contains, as one change.
    ///
    /// Afterwards, the stored values equal those of the snapshot for all names that it covers. Either everything is
    /// stored, or nothing. Observers are notified once.
    ///
    /// To restore one domain of several, use `restore(_:)`.
    ///
    /// - Parameter snapshot: The snapshot, which may have been taken of another store.
    /// - Throws: A `DefaultsError` if a value can't be stored.
    public func restore(_ snapshot: DefaultsSnapshot) throws(DefaultsError) {
        try box.replace(snapshot.contents)
    }

    /// Stores the values of an exported file for several domains, as one change, after checking all of them.
    ///
    /// See `import(_:)`.
    ///
    /// ```swift
    /// let data = try DefaultsStore.standard.snapshot(of: [LoginDefaults.self]).export(as: .json)
    /// try DefaultsStore.inMemory().import(data, for: [LoginDefaults.self])
    /// ```
    ///
    /// - Parameters:
    ///   - data: JSON, or a property list in XML or in the binary form, of at most 16 megabytes and 128 levels.
    ///   - domains: The types of the domains.
    ///   - unknown: What to do with names that no key of the domains has.
    /// - Returns: The names that were set, unchanged and skipped.
    /// - Throws: A `DefaultsImportError` with all problems. Nothing is stored then.
    @discardableResult
    public func `import`(
        _ data: Data, for domains: [any SafeDefaults.Type], unknown: DefaultsSnapshot.UnknownNames = .refuse
    ) throws(DefaultsImportError) -> DefaultsImportReport {
        let (file, flaws) = DefaultsSnapshot.reading(data)
        var problems = flaws
        let box = box
        let outlines = domains.map { DomainOutline($0, in: box) }
        let known = Set(outlines.flatMap { $0.names + $0.dynamicNames(file.values.keys) })
        let foreign = file.values.keys.filter { !known.contains($0) }.inAlphabeticalOrder()
        let values = unknown == .keep ? file.values : file.values.limited(to: known)
        problems += outlines.flatMap { $0.problems(with: file.values) }.map(box.naming)
        if unknown == .refuse {
            problems += DefaultsError.unknown(foreign, to: domains)
        }
        for (name, value) in values {
            do throws(DefaultsError) { try box.check(value, named: name) } catch { problems.append(error) }
        }
        guard problems.isEmpty else { throw DefaultsImportError(problems) }
        let stored = box.contents(named: Array(values.keys), in: .own)
        let unchanged = values.filter { stored[$0.key] == .value($0.value) }
        var changes = values.mapValues(Optional.some)
        for name in outlines.flatMap({ $0.hidingNames(of: values) }) { changes.updateValue(nil, forKey: name) }
        do throws(DefaultsError) {
            try box.replace(changes)
        } catch {
            throw DefaultsImportError([error])
        }
        return DefaultsImportReport(
            set: values.keys.filter { unchanged[$0] == nil }.inAlphabeticalOrder(),
            unchanged: unchanged.keys.inAlphabeticalOrder(), skipped: unknown == .skip ? foreign : [])
    }
}

/// The names and settings of a domain.
private struct DomainOutline {
    let names: [String]

    /// Returns those of some names that the domain's keys may have, although they are made at run time.
    let dynamicNames: (Dictionary<String, PropertyListValue>.Keys) -> [String]

    private let settings: [any ErasableSetting]

    /// The reason why the settings can't be found, so that there are none; it is reported where their values are used.
    private let error: DefaultsError?

    init<Domain: SafeDefaults>(_ domain: Domain.Type, in box: StoreBox) {
        names = Domain.storedNames(in: box)
        dynamicNames = { Domain.dynamicNames(among: $0) }
        do throws(DefaultsError) {
            (settings, error) = (try Domain.allDeclared(), nil)
        } catch {
            (settings, self.error) = ([], error)
        }
    }

    /// All names under which secret settings may be stored.
    var secretNames: [String] { settings.filter(\.isSecret).flatMap { [$0.storedName] + $0.formerNames } }

    /// Returns the names whose stored values would hide some values from reads: the other names of the same settings.
    func hidingNames(of values: [String: PropertyListValue]) -> [String] {
        settings.flatMap { setting in
            let names = [setting.storedName] + setting.formerNames
            return names.contains { values[$0] != nil } ? names.filter { values[$0] == nil } : []
        }
    }

    /// Returns the errors of the values that their settings can't read.
    func problems(with values: [String: PropertyListValue]) -> [DefaultsError] {
        if let error { return [error] }
        return settings.flatMap { setting in
            ([setting.storedName] + setting.formerNames).compactMap { name in
                guard let value = values[name] else { return nil }
                do throws(DefaultsError) {
                    try setting.check(value, named: name)
                    return nil
                } catch {
                    return error
                }
            }
        }
    }
}

extension DefaultsError {
    /// The number of unknown names that are reported one by one.
    private static let mostUnknown = 1_000

    /// Returns an error for each of the first names, and one more if there are others.
    ///
    /// A file of the largest size has more than a million names, and an error for each would take longer than reading
    /// the file.
    fileprivate static func unknown(_ names: [String], to domains: [any SafeDefaults.Type]) -> [DefaultsError] {
        let types = domains.map { "\($0)" }.joined(separator: " or ")
        let owner = types.isEmpty ? "any domain" : types
        let listed = names.prefix(mostUnknown).map { name in
            DefaultsError(
                .unknownName, storedName: name,
                reason: "\"\(name.abbreviated)\" isn't the stored name of a key of \(owner)")
        }
        guard names.count > mostUnknown else { return listed }
        let rest = DefaultsError(
            .unknownName,
            reason: "the file has \(names.count) names that aren't stored names of keys of \(owner), of which the "
                + "first \(mostUnknown) are reported")
        return listed + [rest]
    }
}
