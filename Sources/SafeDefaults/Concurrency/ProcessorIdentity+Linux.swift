#if !canImport(Darwin)
import Foundation

/// Tells processors apart.
@usableFromInline
struct ProcessorIdentity: Sendable {
    // NB: this is copied into each lock that needs it, because access to a global variable goes through `swift_once`.
    private let number = Self.number

    /// The number of the processor that this thread runs on.
    ///
    /// The thread may run on another one right afterwards. If the system can't tell, it is a number of the thread.
    @usableFromInline var current: UInt {
        if let number { UInt(bitPattern: Int(number())) } else { ThreadIdentity.current >> 12 }
    }

    /// The C library's `sched_getcpu`; nil if it has none.
    ///
    /// It is looked up by name, because its declaration is left out of the C library's module.
    private static let number = dlsym(nil, "sched_getcpu")
        .map { unsafeBitCast($0, to: (@convention(c) () -> CInt).self) }
}
#endif
