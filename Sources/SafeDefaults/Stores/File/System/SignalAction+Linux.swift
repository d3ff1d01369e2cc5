#if !canImport(Darwin)
import Foundation

// POSIX names the fields of a signal's structures. In each C library they are macros over other fields, which Swift
// doesn't see.

#if canImport(Musl)
extension sigaction {
    /// The handler that gets a signal's details.
    var detailedHandler: SignalHandler? {
        get { __sa_handler.sa_sigaction }
        set { __sa_handler.sa_sigaction = newValue }
    }

    /// The handler that gets a signal's number; the addresses 0 and 1 mean the system's own action, and none.
    var plainHandler: (@convention(c) (Int32) -> Void)? { __sa_handler.sa_handler }
}

extension siginfo_t {
    /// The address at which the fault happened.
    var faultAddress: UnsafeMutableRawPointer? { __si_fields.__sigfault.si_addr }
}
#elseif canImport(Android)
extension sigaction {
    var detailedHandler: SignalHandler? {
        get { sa_sigaction }
        set { sa_sigaction = newValue }
    }

    var plainHandler: (@convention(c) (Int32) -> Void)? { sa_handler }
}

extension siginfo_t {
    var faultAddress: UnsafeMutableRawPointer? { _sifields._sigfault._addr }
}
#else
extension sigaction {
    var detailedHandler: SignalHandler? {
        get { __sigaction_handler.sa_sigaction }
        set { __sigaction_handler.sa_sigaction = newValue }
    }

    var plainHandler: (@convention(c) (Int32) -> Void)? { __sigaction_handler.sa_handler }
}

extension siginfo_t {
    var faultAddress: UnsafeMutableRawPointer? { _sifields._sigfault.si_addr }
}
#endif

typealias SignalHandler =
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void
#endif
