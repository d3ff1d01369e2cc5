public import SafeDefaults

extension DefaultsMigrations {
    /// The stored values, as the closure of a step of one's own reads and changes them.
    ///
    /// Reads see the changes of the closure itself and of the steps before it. The store changes when the whole version
    /// is made. Only stored values are seen, no defaults, and no values from launch arguments.
    public struct Draft {
        let state: MigrationState

        /// Accesses the value under a stored name or a key; `nil` means that nothing is stored.
        ///
        /// If the value that is stored can't be represented as a property list, or if the new one can't be stored, the
        /// step fails after the closure has returned.
        ///
        /// ```swift
        /// let step = DefaultsMigrations.Step.custom("count from 1", ifStored: ["page"]) { draft in
        ///     if case .integer(let page) = draft["page"] { draft["page"] = .integer(page + 1) }
        /// }
        /// ```
        public subscript(_ name: MigratedName) -> PropertyListValue? {
            get { state.keepingFailure { () throws(DefaultsError) in try state.value(named: name.text) } ?? nil }
            set {
                _ = state.keepingFailure { () throws(DefaultsError) in
                    try state.stage(newValue, named: name.text)
                }
            }
        }

        /// Accesses what is stored under a name, which is the whole stored name.
        public subscript(_ name: String) -> PropertyListValue? {
            get { self[MigratedName(name)] }
            set { self[MigratedName(name)] = newValue }
        }

        /// Returns the value under a stored name or a key as a type.
        ///
        /// - Parameters:
        ///   - type: The type.
        ///   - name: The stored name, or the key.
        /// - Returns: The value, or `nil` if nothing is stored.
        /// - Throws: A `DefaultsError` if the value can't be read as the type.
        public func value<Value: DefaultsValue>(
            _ type: Value.Type, forKey name: MigratedName
        ) throws(DefaultsError) -> Value? {
            let name = name.text
            return try StoreBox.decoded(state.content(named: name), name: name, as: type) { try Value._decode($0) }
        }

        /// Stores a value under a stored name or a key.
        ///
        /// - Parameters:
        ///   - value: The value, or `nil` to remove the stored one.
        ///   - name: The stored name, or the key.
        /// - Throws: A `DefaultsError` if the value can't be stored.
        public mutating func set<Value: DefaultsValue>(
            _ value: Value?, forKey name: MigratedName
        ) throws(DefaultsError) {
            let name = name.text
            try state.stage(StoreBox.encoded(value, name: name) { try $0?._encode() }, named: name)
        }

        /// Returns the stored names that begin with a prefix, in alphabetical order.
        ///
        /// Use it for names that are made at run time. If another process adds such a name before the version is made,
        /// the closure is called again.
        ///
        /// ```swift
        /// let step = DefaultsMigrations.Step.custom("rename rooms") { draft in
        ///     for name in draft.names(startingWith: "room/") {
        ///         draft["rooms/\(name.dropFirst(5))"] = draft[name]
        ///         draft[name] = nil
        ///     }
        /// }
        /// ```
        ///
        /// - Parameter prefix: The prefix. All stored names begin with an empty one.
        public func names(startingWith prefix: String) -> [String] { state.names(startingWith: prefix) }
    }
}
