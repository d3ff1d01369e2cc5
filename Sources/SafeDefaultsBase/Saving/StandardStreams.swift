import Foundation

/// Standard input, output and error: the descriptors 0 to 2.
package enum StandardStreams {
    /// Moves an open file to a descriptor that belongs to no standard stream.
    ///
    /// In a process whose standard streams are closed, such as a daemon, the system gives their numbers to the files
    /// that are opened next. Whatever the process then prints would be written into these files.
    ///
    /// - Parameter file: A descriptor, as the system's call has returned it. It is closed if the file gets another one.
    /// - Returns: The file's descriptor. If it is negative, `errno` has the reason.
    package static func avoid(_ file: Int32) -> Int32 {
        guard (STDIN_FILENO...STDERR_FILENO).contains(file) else { return file }
        let moved = fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        let number = errno
        close(file)
        errno = number
        return moved
    }
}
