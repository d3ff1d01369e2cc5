/// The definitions of settings that are kept until the process ends.
///
/// A setting is usually declared as a static constant, which lives that long anyway. The declaration may also be a
/// computed property, or a function that makes many settings. So only the first definition of each place in the source
/// is kept.
enum KeptDefinitions {
    private static let kept = Locked<[CodeLocation.Identity: any Sendable & AnyObject]>([:])

    /// Keeps a definition if it is the first one of its declaration.
    ///
    /// - Returns: Whether it is kept.
    static func keep<Value>(_ definition: SettingDefinition<Value>) -> Bool {
        guard let place = definition.declaration.identity else { return false }
        return kept.withLock { kept in
            if kept[place] != nil { return false }
            kept[place] = definition
            return true
        }
    }
}
