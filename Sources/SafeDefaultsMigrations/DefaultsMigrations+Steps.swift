public import SafeDefaults

extension DefaultsMigrations {
    /// A version of a list: steps that are made as one change.
    public struct Version: Sendable {
        /// The version's number.
        public let number: Int

        /// The steps, in order.
        ///
        /// Each sees the results of those before it.
        public let steps: [Step]

        /// Returns a version.
        ///
        /// - Parameters:
        ///   - number: The number, which is one more than that of the version before.
        ///   - steps: The steps.
        public static func version(_ number: Int, _ steps: [Step]) -> Version {
            Version(number: number, steps: steps)
        }
    }

    /// One change to what is stored.
    ///
    /// A step does nothing if nothing is stored under the name that it is about. If it fails, its version changes
    /// nothing.
    public struct Step: Sendable {
        /// A description of the step for reports and errors, such as `rename "tries" to "attempts"`.
        public let title: String

        /// The other store from which the step moves a value; nil if it moves none.
        var source: DefaultsStore?

        let body: @Sendable (inout Draft) throws -> Void
    }
}

// MARK: - Steps

extension DefaultsMigrations.Step {
    /// Returns a step that stores a value under another name.
    ///
    /// If there is a value under the new name already, both values stay where they are, and the report says so.
    ///
    /// ```swift
    /// let step = DefaultsMigrations.Step.rename("tries", to: .key(LoginDefaults.Keys.attempts))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The old stored name, or a key.
    ///   - newName: The new stored name, or a key.
    public static func rename(_ name: MigratedName, to newName: MigratedName) -> Self {
        let (name, newName) = (name.text, newName.text)
        return Self(title: "rename \(name.inQuotes) to \(newName.inQuotes)") { draft in
            try draft.state.rename(name, to: newName)
        }
    }

    /// Returns a step that removes a value, even one that can't be read.
    ///
    /// ```swift
    /// let step = DefaultsMigrations.Step.remove("obsolete")
    /// ```
    ///
    /// - Parameter name: The stored name, or a key.
    public static func remove(_ name: MigratedName) -> Self {
        let name = name.text
        return Self(title: "remove \(name.inQuotes)") { draft in try draft.state.stage(nil, named: name) }
    }

    /// Returns a step that moves a value from another store.
    ///
    /// The value is stored and saved here before it is removed there. If there is a value here already, both stay where
    /// they are, and the report says so.
    ///
    /// ```swift
    /// let step = DefaultsMigrations.Step.move("token", from: .suite("group.com.acme"))
    /// ```
    ///
    /// - Parameters:
    ///   - name: The stored name in the other store, or a key.
    ///   - source: The other store.
    ///   - newName: The stored name here, or a key; nil if it is the same.
    public static func move(
        _ name: MigratedName, from source: DefaultsStore, to newName: MigratedName? = nil
    ) -> Self {
        let name = name.text
        let newName = newName?.text ?? name
        let title = "move \(name.inQuotes) from \(source)" + (name == newName ? "" : " to \(newName.inQuotes)")
        return Self(title: title, source: source) { draft in try draft.state.move(name, from: source.box, to: newName) }
    }

    /// Returns a step that changes values as a closure says.
    ///
    /// ```swift
    /// let step = DefaultsMigrations.Step.custom("split the name", ifStored: ["name"]) { draft in
    ///     let parts = try draft.value(String.self, forKey: "name")?.split(separator: " ", maxSplits: 1) ?? []
    ///     try draft.set(parts.first.map(String.init), forKey: "first")
    ///     try draft.set(parts.dropFirst().first.map(String.init), forKey: "last")
    ///     draft["name"] = nil
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - title: A description for reports and errors.
    ///   - names: Stored names or keys. The closure is called only if something is stored under at least one of them.
    ///     If there are none, it is always called, in a new store too.
    ///   - body: The closure. If it throws an error, the step fails. It may be called more than once.
    public static func custom(
        _ title: String, ifStored names: [MigratedName] = [],
        _ body: @escaping @Sendable (inout DefaultsMigrations.Draft) throws -> Void
    ) -> Self {
        let names = names.map(\.text)
        return Self(title: title) { draft in
            let state = draft.state
            guard names.isEmpty || names.contains(where: { state.content(named: $0) != .nothing }) else { return }
            try body(&draft)
        }
    }
}

// MARK: - Conversions

extension DefaultsMigrations.Step {
    /// Returns a step that converts a value to another type.
    ///
    /// ```swift
    /// let step = DefaultsMigrations.Step.convert(.key(LoginDefaults.Keys.theme), from: Int.self) { number in
    ///     number == 0 ? Theme.light : .dark
    /// }
    /// ```
    ///
    /// The step fails if the value can't be read as the old type, with one exception: a value in place that can be read
    /// as the new type, but not as the old one, was written by a newer version of the program. It stays as it is, and
    /// the report says so.
    ///
    /// - Parameters:
    ///   - name: The stored name, or a key.
    ///   - newName: The stored name, or the key, of the result; nil to convert in place. If there is a value under it
    ///     already, both values stay as they are, and the report says so.
    ///   - old: The type as which the value is read.
    ///   - transform: The conversion. If it returns nil, the value is removed. If it throws an error, the step fails.
    public static func convert<Old: DefaultsValue, New: DefaultsValue>(
        _ name: MigratedName, to newName: MigratedName? = nil, from old: Old.Type,
        _ transform: @escaping @Sendable (Old) throws -> New
    ) -> Self {
        convert(name, to: newName, decoding: DefaultsCodec<Old>.native, encoding: .native, transform)
    }

    /// Returns a step that converts a value whose old or new form is that of a codec.
    ///
    /// For one of both forms, that may be a codec that only converts a type's own values:
    ///
    /// ```swift
    /// struct Person: Codable, DefaultsValue { var name = "", age = 0 }
    ///
    /// let step = DefaultsMigrations.Step.convert(
    ///     "captain", decoding: DefaultsCodec<Person>.json, encoding: DefaultsCodec<Person>.propertyListData
    /// ) { $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The stored name, or a key.
    ///   - newName: The stored name, or the key, of the result; nil to convert in place.
    ///   - old: The codec with which the value is read.
    ///   - new: The codec with which the result is stored.
    ///   - transform: The conversion.
    public static func convert<Old, New>(
        _ name: MigratedName, to newName: MigratedName? = nil,
        decoding old: DefaultsCodec<Old>, encoding new: DefaultsCodec<New>,
        _ transform: @escaping @Sendable (Old) throws -> New
    ) -> Self {
        let name = name.text
        let newName = newName?.text ?? name
        let title = "convert \(name.inQuotes)" + (name == newName ? "" : " to \(newName.inQuotes)")
        return Self(title: title) { draft in
            try draft.state.convert(name, to: newName, decoding: old, encoding: new, transform)
        }
    }
}
