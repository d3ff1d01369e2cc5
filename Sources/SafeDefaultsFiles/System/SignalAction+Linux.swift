#if !canImport(Darwin)
import Foundation
import SafeDefaults

// POSIX specifies the names of fields in a signal's structures. In each C library, these names are macros over other
// fields, which Swift can't see.

#if canImport(Musl)
extension sigaction {
    /// The handler that takes a signal's details.
    var detailedHandler: SignalHandler? {
        get { __sa_handler.sa_sigaction }
        set { __sa_handler.sa_sigaction = newValue }
    }

    /// The handler that takes a signal's number.
    ///
    /// The address 0 means the system's default action, and 1 means that the signal is ignored.
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
