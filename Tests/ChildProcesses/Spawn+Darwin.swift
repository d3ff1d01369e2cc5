#if canImport(Darwin)
import Foundation

/// Starts a program with some files as its first ones.
func spawn(_ words: [String], environment: [String: String], channels: [Descriptor]) throws -> pid_t {
    var actions: posix_spawn_file_actions_t?
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, channel) in channels.enumerated() {
        posix_spawn_file_actions_adddup2(&actions, channel.number, Int32(number))
    }
    var attributes: posix_spawnattr_t?
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    // A signal that this process ignores at the moment would be ignored by the program, too.
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
        &attributes,
        Int16(
            POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_CLOEXEC_DEFAULT))
    return try withCStrings(words) { arguments in
        try withCStrings(environment.map { "\($0)=\($1)" }) { variables in
            var process: pid_t = 0
            let failure = alone.withLock {
                posix_spawnp(&process, words[0], &actions, &attributes, arguments, variables)
            }
            if failure != 0 { throw POSIXError(POSIXError.Code(rawValue: failure) ?? .EIO) }
            return process
        }
    }
}
#endif
