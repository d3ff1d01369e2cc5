import Foundation

extension SafeDefaults {
    /// Registers the defaults of all settings, for code that reads the `UserDefaults` object
    /// directly.
    ///
    /// Nothing is stored. Reads through settings need no registration. Each default is evaluated once, during this
    /// call. A default of `nil` isn't registered. ``contains(_:)-(Self.Keys)`` and ``storedKeys`` can't distinguish a
    /// registered value from a stored one.
    ///
    /// ```swift
    /// LoginDefaults().registerDefaults()
    /// ```
    ///
    /// If the domain declares no settings, an issue of the kind ``DefaultsIssue/Kind/failedRegistration`` is reported.
    ///
    /// - Important: `UserDefaults` registers values for the whole process, in every suite. An ``InMemoryDefaults``
    ///   object registers them only for itself. On Linux, registering isn't safe while another thread reads, so
    ///   register at the start of the program.
    /// - Parameters:
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    public func registerDefaults(fileID: StaticString = #fileID, line: UInt = #line) {
        let location = CodeLocation(fileID: fileID, line: line)
        do throws(DefaultsError) {
            let settings = try Self.allDeclared()
            if settings.isEmpty {
                throw DefaultsError(
                    .unlisted,
                    reason: "\(Self.self) has no settings: declare struct Settings { let first = Setting(.first, "
                        + "default: 0) } and static let settings = Settings() in it")
            }
            register(settings, at: location)
        } catch {
            DefaultsIssue.report(.failedRegistration(error, at: location))
        }
    }

    private func register(_ settings: [any ErasableSetting], at location: CodeLocation) {
        var defaults: [String: PropertyListValue] = [:]
        let box = store.box
        for setting in settings {
            // A registered value would hide the one that is stored under a former name.
            if setting.formerNames.contains(where: box.contains) { continue }
            do throws(DefaultsError) {
                defaults[box.fullName(setting.storedName)] = try setting.encodedDefault()
            } catch {
                DefaultsIssue.report(.failedRegistration(box.naming(error), at: location))
            }
        }
        if defaults.isEmpty { return }
        box.userDefaults.register(defaults: defaults.mapValues(\.foundationObject))
        // Nothing was stored, but reads may return other values now.
        box.hub.refresh()
    }
}
