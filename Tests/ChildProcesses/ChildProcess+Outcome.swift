public import Foundation

extension ChildProcess {
    /// What a program wrote, and how it ended.
    public struct Outcome: Sendable {
        /// What it wrote to its standard output.
        public let output: Data

        /// What it wrote to its standard error.
        public let errors: Data

        /// What it ended with, or the number of the signal that ended it.
        public let status: Int32

        /// Whether it was stopped because it took too long.
        public let tookTooLong: Bool
    }

    /// Runs a program to its end, and stops it and what it has started if that takes longer than a limit.
    ///
    /// What it wrote until its end is read; nobody waits for what its descendants may still write.
    ///
    /// - Throws: A `POSIXError` where it can't be started.
    public static func run(
        _ words: [String], environment: [String: String]? = nil, limit: TimeInterval
    ) throws -> Outcome {
        let (output, outputEnd) = try Descriptor.pipe()
        let (errors, errorsEnd) = try Descriptor.pipe()
        let process = try ChildProcess(words, environment: environment, output: outputEnd, errors: errorsEnd)
        outputEnd.close()
        errorsEnd.close()
        var channels = [Channel(output), Channel(errors)]
        let deadline = Date(timeIntervalSinceNow: limit)
        var tookTooLong = false
        var hasEnded = false
        while !hasEnded {
            var polled = channels.map { pollfd(fd: $0.isAtEnd ? -1 : $0.end.number, events: Int16(POLLIN), revents: 0) }
            polled.append(pollfd(fd: process.end.number, events: Int16(POLLIN), revents: 0))
            let rest = tookTooLong ? -1 : max(0, Int32(deadline.timeIntervalSinceNow * 1_000) + 1)
            _ = poll(&polled, nfds_t(polled.count), rest)
            // Asked before the channels are read: what was written before the end is there then.
            hasEnded = polled[2].revents != 0
            for index in channels.indices { channels[index].read() }
            if !hasEnded, !tookTooLong, deadline.timeIntervalSinceNow <= 0 {
                tookTooLong = true
                process.stop()
            }
        }
        return Outcome(
            output: channels[0].data, errors: channels[1].data, status: process.terminationStatus,
            tookTooLong: tookTooLong)
    }

    /// What is read from one of a program's channels.
    private struct Channel {
        let end: Descriptor
        var data = Data()
        var isAtEnd = false

        init(_ end: Descriptor) {
            self.end = end
            end.setNonblocking()
        }

        /// Reads all there is now.
        mutating func read() {
            while !isAtEnd {
                guard let next = end.read() else {
                    isAtEnd = true
                    return
                }
                if next.isEmpty { return }
                data += next
            }
        }
    }
}

/// Calls a closure with a list of C strings that ends with a null pointer.
func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) throws -> Result
) rethrows -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    return try body(pointers)
}
