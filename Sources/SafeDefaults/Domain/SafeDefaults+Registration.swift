import Foundation

extension SafeDefaults {
    /// Registers the defaults of the settings listed in ``settings``, for code that reads the `UserDefaults` object
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
    /// If the domain lists no settings, an issue of the kind ``DefaultsIssue/Kind/failedRegistration`` is reported.
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
            let paths = try Self.listedSettings()
            if paths.isEmpty { throw Self.noSettings("it lists no settings") }
            register(paths, at: location)
        } catch {
            DefaultsIssue.report(.failedRegistration(error, at: location))
        }
    }

    /// Registers the defaults of some settings.
    ///
    /// See ``registerDefaults(fileID:line:)``.
    ///
    /// ```swift
    /// LoginDefaults().registerDefaults(of: \.attempts, \.theme)
    /// ```
    ///
    /// - Parameters:
    ///   - paths: The key paths of the settings.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    public func registerDefaults(
        of paths: PartialKeyPath<Self.Type>..., fileID: StaticString = #fileID, line: UInt = #line
    ) {
        register(paths, at: CodeLocation(fileID: fileID, line: line))
    }

    private func register(_ paths: [PartialKeyPath<Self.Type>], at location: CodeLocation) {
        var defaults: [String: PropertyListValue] = [:]
        let box = store.box
        for setting in Self.erased(paths) {
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

    /// Returns the key paths that the domain lists.
    ///
    /// - Throws: An error if the property `settings` isn't a list of key paths.
    static func listedSettings() throws(DefaultsError) -> [PartialKeyPath<Self.Type>] {
        let list = settings
        guard let paths = list as? [PartialKeyPath<Self.Type>] else {
            throw noSettings("its property settings is no list of its settings, but of the type \(SettingsList.self)")
        }
        return paths
    }

    private static func noSettings(_ reason: String) -> DefaultsError {
        DefaultsError(
            .unlisted,
            reason: "nothing is known of the settings of \(Self.self), because \(reason); declare static var settings: "
                + "[any PartialKeyPath<Self.Type> & Sendable] { [\\.first, \\.second] } in it")
    }

    /// Returns the settings at some key paths, type-erased.
    ///
    /// Key paths to anything else are left out.
    static func erased(_ paths: [PartialKeyPath<Self.Type>]) -> [any ErasableSetting] {
        paths.compactMap { Self.self[keyPath: $0] as? any ErasableSetting }
    }
}
