#if os(Linux)
import ChildProcesses
import Foundation
import Testing

/// How tests start other programs.
@Suite struct ChildProcessTests {
    /// Libraries ignore signals for a while, such as one that is about to use the network.
    @Test func aProgramStartsWithDefaultSignalsWhateverThisProcessIgnores() async {
        await #expect(processExitsWith: .success) {
            for number in [SIGPIPE, SIGHUP, SIGTERM] { signal(number, SIG_IGN) }
            for name in ["PIPE", "HUP", "TERM"] {
                let outcome = try ChildProcess.run(["sh", "-c", "kill -\(name) $$; echo ignored"], limit: 60)
                #expect(outcome.output.isEmpty, "\(name)")
            }
        }
    }
}
#endif
