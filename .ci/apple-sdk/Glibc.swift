// What Apple's `Darwin` module adds to the headers of its C library: variadic functions, and macros that Swift can't
// import. The module is called `Glibc` because the toolchain's Foundation asks for that name. Nothing here is ever run.

// swift-format-ignore-file

@_exported import SwiftGlibc

public var errno: Int32 { get { 0 } set {} }
public var stdin: UnsafeMutablePointer<FILE> { get { __stdinp } set {} }
public var stdout: UnsafeMutablePointer<FILE> { get { __stdoutp } set {} }
public var stderr: UnsafeMutablePointer<FILE> { get { __stderrp } set {} }

public var S_IFMT: mode_t { 0o170000 }
public var S_IFIFO: mode_t { 0o010000 }
public var S_IFCHR: mode_t { 0o020000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }
public var S_IFSOCK: mode_t { 0o140000 }
public var S_IRWXU: mode_t { 0o700 }
public var S_IRUSR: mode_t { 0o400 }
public var S_IWUSR: mode_t { 0o200 }
public var S_IXUSR: mode_t { 0o100 }

public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { 0 }
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { 0 }
public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { 0 }
public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { 0 }
public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 { 0 }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 { 0 }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ ptr: UnsafeMutableRawPointer) -> Int32 { 0 }
public func ioctl(_ fd: CInt, _ request: UInt, _ value: CInt) -> CInt { 0 }
public func ioctl(_ fd: CInt, _ request: UInt, _ ptr: UnsafeMutableRawPointer) -> CInt { 0 }
public func ioctl(_ fd: CInt, _ request: UInt) -> CInt { 0 }

@available(*, unavailable, message: "Please use threads or posix_spawn*()")
public func fork() -> pid_t { 0 }

public typealias sighandler_t = @convention(c) (Int32) -> Void
public var SIG_DFL: sighandler_t? { nil }
public var SIG_IGN: sighandler_t { { _ in } }
public var SIG_ERR: sighandler_t { { _ in } }
public var MAP_FAILED: UnsafeMutableRawPointer! { nil }

public enum POSIXErrorCode: Int32, Sendable {
    case EPERM = 1, ENOENT, ESRCH, EINTR, EIO
    case EACCES = 13
    case EEXIST = 17
    case ENOSPC = 28
    case EROFS = 30
}
