// What a declaration seldom says. Each of these returns a copy of the setting with one difference, and the copy keeps
// the source location of the declaration.

extension DomainSetting {
    /// Returns this setting with a check of its values.
    ///
    /// ```swift
    /// struct LockDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case pin }
    ///     struct Settings { let pin = Setting(.pin, default: "").allowed { $0.count == 4 } }
    ///     static let settings = Settings()
    /// }
    /// LockDefaults().pin = "123"    // stores nothing, and reports an issue
    /// ```
    ///
    /// A value that isn't allowed is refused, as with ``RangePolicy/rejecting``. The default isn't checked. If the
    /// setting has a range, or another check, a value has to pass both.
    ///
    /// - Parameter isAllowed: A closure that returns whether a value is allowed.
    /// - Returns: The setting with the check.
    public func allowed(_ isAllowed: @escaping @Sendable (Value) -> Bool) -> DomainSetting {
        DomainSetting(definition: SettingDefinition(definition, allowing: isAllowed))
    }

    /// Returns this optional setting with a check of its values other than `nil`, which is always allowed.
    ///
    /// ```swift
    /// let nickname = Setting<String?>(.nickname).allowed { !$0.isEmpty }
    /// ```
    ///
    /// - Parameter isAllowed: A closure that returns whether a value is allowed.
    /// - Returns: The setting with the check.
    public func allowed<Wrapped>(
        _ isAllowed: @escaping @Sendable (Wrapped) -> Bool
    ) -> DomainSetting where Value == Wrapped? {
        DomainSetting(definition: SettingDefinition(definition) { $0.map(isAllowed) ?? true })
    }

    /// Returns this optional setting with `nil` as a value that can be stored.
    ///
    /// Writing `nil` stores a marker, so that reads return `nil` and not the default. ``SafeDefaults/reset(_:)``
    /// removes the stored value or marker, so that reads return the default again. Without this, writing `nil` does the
    /// same as a reset.
    ///
    /// ```swift
    /// struct TimerDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case minutes }
    ///     struct Settings { let minutes = Setting<Int?>(.minutes, default: 25).rememberingNil() }
    ///     static let settings = Settings()
    /// }
    /// TimerDefaults().minutes = nil      // reads return nil
    /// TimerDefaults().reset(\.minutes)   // reads return 25
    /// ```
    ///
    /// - Returns: The setting that stores `nil`.
    public func rememberingNil<Wrapped>() -> DomainSetting where Value == Wrapped? {
        DomainSetting(definition: SettingDefinition(definition, codec: definition.unlimitedCodec.rememberingNil()))
    }

    /// Returns this setting with writes that are stored only if they change the stored form of the value.
    ///
    /// ```swift
    /// let theme = Setting(.theme, default: Theme.light).storingOnlyChanges()
    /// ```
    ///
    /// Each write costs an additional read. A write that isn't stored saves the work that follows a write, such as
    /// saving the file.
    ///
    /// A value from a launch argument or a registered default doesn't count as stored, so writing an equal value stores
    /// it. If the `UserDefaults` object is of a class that isn't this library's, the origin of a value isn't always
    /// known. In that case, a value that equals the registered default is stored at each write, and a value from a
    /// suite added with `addSuite(named:)` counts as stored.
    ///
    /// - Returns: The setting that stores only changes.
    public func storingOnlyChanges() -> DomainSetting {
        DomainSetting(definition: SettingDefinition(definition, storesOnlyChanges: true))
    }

    /// Returns this setting with a sentence that tells people what it is for.
    ///
    /// ```swift
    /// let port = Setting(.port, default: 8080, in: 1...65535).help("The port to listen on")
    /// ```
    ///
    /// Commands show it in lists, help and completions, and a debug menu finds it in `AnySetting.help`.
    ///
    /// - Parameter help: The sentence, on one line.
    /// - Returns: The setting with the sentence.
    public func help(_ help: String) -> DomainSetting {
        DomainSetting(definition: SettingDefinition(definition, help: help))
    }

    /// Returns this setting with a value that isn't shown unless somebody asks for it.
    ///
    /// ```swift
    /// let token = Setting<String?>(.token).secret()
    /// ```
    ///
    /// Commands show `•••` in its place, never its default or its choices, and leave it out of an export. Reading,
    /// writing and snapshots are as without it, and what is stored isn't encrypted.
    ///
    /// - Returns: The setting with a secret value.
    public func secret() -> DomainSetting {
        DomainSetting(definition: SettingDefinition(definition, isSecret: true))
    }
}

// MARK: - What a declaration tells

extension DomainSetting {
    /// The sentence that tells people what the setting is for; empty without ``help(_:)``.
    public var help: String { definition.help }

    /// Whether the value isn't shown unless somebody asks for it; see ``secret()``.
    public var isSecret: Bool { definition.isSecret }

    private func range(within all: ClosedRange<Value>) -> ClosedRange<Value> where Value: Comparable {
        let bounds = definition.limits?.bounds()
        let (lowest, highest) = (bounds?.lowest ?? all.lowerBound, bounds?.highest ?? all.upperBound)
        // A bound that isn't a number is neither less nor greater than the other.
        return lowest <= highest ? lowest...highest : all
    }
}

extension DomainSetting where Value: FixedWidthInteger {
    /// The range of the setting's values, so that a control needs none of its own.
    ///
    /// Where the declaration has no bound, it is that of the type.
    ///
    /// ```swift
    /// struct PlayerDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case volume }
    ///     struct Settings { let volume = Setting(.volume, default: 5, in: 0...10) }
    ///     static let settings = Settings()
    /// }
    /// PlayerDefaults.volume.range  //=> 0...10, as in Stepper("Volume", value: $volume, in: …)
    /// ```
    public var range: ClosedRange<Value> { range(within: .min ... .max) }
}

extension DomainSetting where Value: BinaryFloatingPoint {
    /// The range of the setting's values, so that a control needs none of its own.
    ///
    /// Where the declaration has no bound, it is that of the type's finite numbers.
    public var range: ClosedRange<Value> {
        range(within: -Value.greatestFiniteMagnitude ... .greatestFiniteMagnitude)
    }
}
