#if canImport(Darwin)
extension PropertyListValue {
    /// Whether a read is known to find exactly this value after it has been stored over another content.
    ///
    /// It isn't known of Apple's Foundation, whose reads are quick.
    package func isKeptExactly(over old: StoredContent) -> Bool { false }
}
#endif
