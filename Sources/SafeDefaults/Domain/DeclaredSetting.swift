/// A setting that is declared in a domain's ``SafeDefaults/settings``.
package struct DeclaredSetting: Sendable {
    /// The name of the property that holds it.
    package let label: String

    package let setting: any ErasableSetting
}

extension SafeDefaults {
    /// Returns the domain's settings, in the order of their declarations.
    ///
    /// They are found by reflection, which takes about a microsecond for each.
    ///
    /// - Throws: An error if the program was built without what reflection needs.
    package static func declarations() throws(DefaultsError) -> [DeclaredSetting] {
        let children = Mirror(reflecting: settings).children
        if children.isEmpty, MemoryLayout<Settings>.size > 0 {
            throw DefaultsError(
                .unlisted,
                reason: "nothing is known of the settings of \(Self.self), because the program was built without the "
                    + "metadata that reflection needs: remove -disable-reflection-metadata (in Xcode, the build "
                    + "setting Reflection Metadata Level)")
        }
        return children.compactMap { child in
            (child.value as? any ErasableSetting).map { DeclaredSetting(label: child.label ?? $0.name, setting: $0) }
        }
    }

    /// Returns the domain's settings without the names of their properties.
    ///
    /// If a name is wrong, the first call for the domain reports an issue.
    package static func allDeclared() throws(DefaultsError) -> [any ErasableSetting] {
        let settings = try declarations()
        NameCheck.reportOnce(settings, in: Self.self)
        return settings.map(\.setting)
    }
}
