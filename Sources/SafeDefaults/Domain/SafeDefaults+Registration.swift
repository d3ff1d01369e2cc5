import Foundation

extension SafeDefaults {
    /// Registers the defaults of the settings that ``settings`` lists, so that code which reads the `UserDefaults` itself
    /// finds them too.
    ///
    /// Nothing is stored. Reads through settings need no registration. A dynamic default is evaluated once, now; an
    /// optional setting without a default has nothing to register. Once registered, a value counts as present:
    /// ``contains(_:)-(Self.Keys)`` and ``storedKeys`` can't tell it from a stored one.
    ///
    /// ```swift
    /// LoginDefaults().registerDefaults()
    /// ```
    ///
    /// A domain that lists no settings is an issue of the kind ``DefaultsIssue/Kind/failedRegistration``.
    ///
    /// - Important: `UserDefaults` registers for the whole process, in every suite; an ``InMemoryDefaults`` for itself.
    ///   On Linux registering is not safe while another thread reads; do it at the start.
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

    /// Registers the defaults of some settings; see ``registerDefaults(fileID:line:)``.
    ///
    /// ```swift
    /// LoginDefaults().registerDefaults(of: \.attempts, \.theme)
    /// ```
    ///
    /// - Parameters:
    ///   - paths: The settings.
    ///   - fileID: The caller's file, for issues.
    ///   - line: The caller's line, for issues.
    public func registerDefaults(
        of paths: PartialKeyPath<Self.Type>..., fileID: StaticString = #fileID, line: UInt = #line
    ) {
        register(paths, at: CodeLocation(fileID: fileID, line: line))
    }

    private func register(_ paths: [PartialKeyPath<Self.Type>], at location: CodeLocation) {
        var defaults: [String: PropertyListValue] = [:]
        for setting in Self.erased(paths) {
            do throws(DefaultsError) {
                defaults[setting.storedName] = try setting.encodedDefault()
            } catch {
                DefaultsIssue.report(.failedRegistration(error, at: location))
            }
        }
        if defaults.isEmpty { return }
        let box = store.box
        box.userDefaults.register(defaults: defaults.mapValues(\.foundationObject))
        // What a read finds has changed, though nothing was stored.
        box.hub.refresh()
    }

    /// The key paths that the domain lists.
    ///
    /// - Throws: The error of a property called `settings` that is something else.
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

    /// The settings behind key paths, without their types.
    static func erased(_ paths: [PartialKeyPath<Self.Type>]) -> [any ErasableSetting] {
        paths.compactMap { Self.self[keyPath: $0] as? any ErasableSetting }
    }
}
