import SafeDefaults

extension StoreBox {
    /// Stores values under several names as one change, and removes what is stored under names whose value is nil.
    ///
    /// A value that is stored already isn't written again.
    ///
    /// - Parameters:
    ///   - values: The values by name.
    ///   - expected: What has to be stored under the names; nil if that doesn't matter.
    func replace(
        _ values: [String: PropertyListValue?], expecting expected: [String: PropertyListValue?]? = nil
    ) throws(DefaultsError) {
        for (name, value) in values.inAlphabeticalOrder() { try check(value, named: name) }
        if expected == nil, different(values, from: storedContents(of: values)).isEmpty { return }
        // Only values that differ are stored. If others wrote between the comparison and that, parts would be mixed.
        try settling(alone: true) { attempt throws(DefaultsError) -> Void? in
            let stored = storedContents(of: values)
            let outdated = expected?.inAlphabeticalOrder().first { stored[$0.key] != StoredContent($0.value) }
            if let outdated { throw naming(.outdated(outdated.key)) }
            let changes = different(values, from: stored)
            if changes.isEmpty { return () }
            let seen = attempt == .alone ? [:] : stored
            var transaction = StoreTransaction(expected: seen, in: .own)
            for (name, value) in changes.inAlphabeticalOrder() { transaction.put(value, named: name) }
            let isMade = try commit(transaction)
            return try attempt.isSettled(isMade) ? () : nil
        }
    }

    private func different(
        _ values: [String: PropertyListValue?], from stored: [String: StoredContent]
    ) -> [String: PropertyListValue?] {
        values.filter { stored[$0.key] != StoredContent($0.value) }
    }

    private func storedContents(of values: [String: PropertyListValue?]) -> [String: StoredContent] {
        contents(named: Array(values.keys), in: .own)
    }
}

extension DefaultsError {
    fileprivate static func outdated(_ name: String) -> DefaultsError {
        DefaultsError(
            .outdated, storedName: name,
            reason: "the change wasn't made, because \"\(name.abbreviated)\" no longer has the old value")
    }
}
