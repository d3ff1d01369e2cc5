#if canImport(Darwin)
/// Tells processors apart, as far as the supported systems allow.
@usableFromInline
struct ProcessorIdentity: Sendable {
    /// A number of this thread, which is used in place of its processor's.
    ///
    /// The numbers of threads are often multiples of 256, so they are mixed first. Otherwise, the remainders of most of
    /// them would be equal.
    @usableFromInline var current: UInt {
        UInt(truncatingIfNeeded: (UInt64(ThreadIdentity.current) &* 0x9E37_79B9_7F4A_7C15) >> 40)
    }
}
#endif
