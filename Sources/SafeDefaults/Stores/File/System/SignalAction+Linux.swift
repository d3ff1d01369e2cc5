#if !canImport(Darwin)
import Foundation

// The structures of signals, whose fields POSIX names, and each C library hides behind macros of its own.

#if canImport(Musl)
extension sigaction {
    /// What is called with a signal and what the system knows of it.
    var detailedHandler: SignalHandler? {
        get { __sa_handler.sa_sigaction }
        set { __sa_handler.sa_sigaction = newValue }
    }

    /// What is called with a signal; 0 and 1 stand for what the system does by itself.
    var plainHandler: (@convention(c) (Int32) -> Void)? { __sa_handler.sa_handler }
}

extension siginfo_t {
    /// The address that a fault is about.
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
