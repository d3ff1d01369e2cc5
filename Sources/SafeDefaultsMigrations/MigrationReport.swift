public import SafeDefaults

extension DefaultsMigrations {
    /// The changes that a run has made, or that it would make.
    ///
    /// Printing it shows names and kinds. Values are shown only by ``text(showingValues:)``.
    public struct Report: Sendable, Hashable {
        /// The name of the list.
        public let list: String

        /// The version that the store had before; 0 if it had none.
        public internal(set) var oldVersion: Int

        /// The version that the store has afterwards.
        public internal(set) var newVersion: Int

        /// Whether the run has finished, or would finish, changes that an interrupted run had begun.
        ///
        /// They aren't among the entries.
        public internal(set) var hasResumed: Bool

        /// The changes, and what was left as it is, in the order of the steps.
        public internal(set) var entries: [Entry]

        /// Whether the store had the newest version already, so that there was nothing to do.
        public var isEmpty: Bool { oldVersion == newVersion && entries.isEmpty && !hasResumed }

        /// A change of one stored name by a step, or the reason why the step has left it as it is.
        public struct Entry: Sendable, Hashable {
            /// The version's number.
            public let version: Int

            /// The step's title, such as `rename "tries" to "attempts"`.
            public let step: String

            /// The stored name.
            public let storedName: String

            /// The value before the step, or `nil` if there was none.
            public internal(set) var old: PropertyListValue?

            /// The value after the step, or `nil` if there is none.
            public internal(set) var new: PropertyListValue?

            /// The reason why the step left the value as it is, or `nil` if it has changed it.
            public internal(set) var reason: String?
        }

        /// Returns the report as text, a line for each entry.
        ///
        /// - Parameter showingValues: Whether to show the values. They may be private.
        public func text(showingValues: Bool) -> String {
            let start = oldVersion == newVersion ? "" : "\(oldVersion) to "
            var lines = ["\(list): version \(start)\(newVersion)"]
            if hasResumed { lines.append("  finished what an interrupted run had begun") }
            lines += entries.map { "  \($0.text(showingValues: showingValues))" }
            return lines.joined(separator: "\n")
        }
    }
}

extension DefaultsMigrations.Report: CustomStringConvertible {
    /// The report as text, without values.
    public var description: String { text(showingValues: false) }
}

extension DefaultsMigrations.Report.Entry: CustomStringConvertible, CustomReflectable {
    /// The version, the step, and the kinds of the values, such as `2. convert "size": "size" from integer to real`.
    public var description: String { text(showingValues: false) }

    /// A mirror without the values, which may be private.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }

    func text(showingValues: Bool) -> String {
        let start = "\(version). \(step): \(storedName.inQuotes) "
        if let reason { return start + reason }
        func text(_ value: PropertyListValue) -> String {
            showingValues ? "\(value.kind.rawValue) \(value)" : value.kind.rawValue
        }
        switch (old, new) {
        case (let old?, let new?): return start + "from \(text(old)) to \(text(new))"
        case (let old?, nil): return start + "removed, \(text(old))"
        case (nil, let new?): return start + "new, \(text(new))"
        case (nil, nil): return start + "unchanged"
        }
    }
}
