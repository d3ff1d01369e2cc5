#if os(Linux)
import ChildProcesses
import Foundation
import Testing

/// A library that is loaded before a program's own, and decides what becomes of its calls to the system; see `shim.c`.
enum Shim {
    /// The compiled library; compiled once, by the compiler that comes with Swift.
    static let library: Result<String, any Error> = Result {
        let output = FileManager.default.temporaryDirectory
            .appendingPathComponent("SafeDefaults-shim-\(getpid()).so").path
        let source = Repository.root.appendingPathComponent("Tests/TestSupport/shim.c").path
        let compiler = try ChildProcess(["clang", "-shared", "-fPIC", "-O1", "-w", "-o", output, source, "-ldl"])
        guard compiler.terminationStatus == 0 else { throw Failure() }
        return output
    }

    struct Failure: Error {}

    /// The words before a program that is to be run with it.
    static func wrapper(_ action: String) throws -> [String] {
        ["env", "LD_PRELOAD=\(try library.get())", "SHIM=\(action)"]
    }
}
#endif
