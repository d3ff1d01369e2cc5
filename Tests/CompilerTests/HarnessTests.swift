import ChildProcesses
import Foundation
import Testing

/// Shows that the tests of this target can fail: each of their checks finds a planted fault.
@Suite struct HarnessTests {
    @Test(arguments: [
        ("let wrong: Int = \"\"", "unexpected error produced: cannot convert value"),
        ("// expected-error {{cannot convert value}}", "expected error not produced"),
        ("let wrong: Int = \"\" // expected-error {{missing argument}}", "incorrect message found"),
        ("func warned() { let unused = 1 }", "unexpected warning produced: initialization of immutable value"),
    ])
    func aSentenceOtherThanTheExpectedOneIsAComplaint(source: String, complaint: String) async throws {
        let complaints = try await verify(source).complaints
        #expect(complaints.count == 1 && complaints[0].contains(complaint), "\(complaints)")
    }

    @Test func aCompilerThatFailsInAnotherWayIsAComplaint() async throws {
        let verification = try await Compiler.verify([URL(fileURLWithPath: "/no/such.swift")], options: [])
        #expect(!verification.complaints.isEmpty)
    }

    @Test func aCompilerThatTakesTooLongIsStopped() async throws {
        try await TemporaryFolder.with([:]) { folder in
            // The source is a pipe that nobody writes to, so the compiler waits for it.
            let source = folder.appendingPathComponent("Source.swift")
            #expect(mkfifo(source.path, 0o600) == 0)
            await #expect(throws: Compiler.Failure.self) { try await Compiler.check([source], options: [], limit: 0.5) }
        }
    }

    /// A descendant that goes on keeps the program's files open, and that must delay nobody.
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @Test(.timeLimit(.minutes(10))) func anEndIsNoticedThoughADescendantOfTheProgramGoesOn() async throws {
        try await TemporaryFolder.with([:]) { folder in
            let gate = folder.appendingPathComponent("gate")
            #expect(mkfifo(gate.path, 0o600) == 0)
            // The descendant ends when the gate is opened, which happens here when the program's end was noticed.
            let words = ["sh", "-c", "cat \"$0\" & echo said; exit 3", gate.path]
            let outcome = try ChildProcess.run(words, limit: 600)
            #expect(String(decoding: outcome.output, as: UTF8.self) == "said\n")
            #expect(outcome.status == 3 && !outcome.tookTooLong)
            _ = try Descriptor(path: gate.path, O_WRONLY)

            let process = try ChildProcess(words)
            await process.ended()
            #expect(process.terminationStatus == 3 && !process.wasKilled)
            _ = try Descriptor(path: gate.path, O_WRONLY)
        }
    }

    @Test func whatAProgramWritesIsReadWholeAndASignalIsItsStatus() throws {
        let words = ["sh", "-c", "head -c 1000000 /dev/zero; echo failed >&2; kill -KILL $$"]
        let outcome = try ChildProcess.run(words, limit: 600)
        #expect(outcome.output.count == 1_000_000)
        #expect(String(decoding: outcome.errors, as: UTF8.self) == "failed\n")
        #expect(outcome.status == SIGKILL)
    }

    @Test func aProgramThatHangsIsStoppedWithWhatItStarted() throws {
        let outcome = try ChildProcess.run(["sh", "-c", "sleep 1000 & wait"], limit: 0.5)
        #expect(outcome.tookTooLong && outcome.status == SIGKILL)
    }

    @Test func aProgramThatIsNotThereIsAnError() {
        #expect(throws: POSIXError.self) { try ChildProcess.run(["no-such-program"], limit: 600) }
    }

    private func verify(_ source: String) async throws -> Verification {
        try await TemporaryFolder.with(["Source.swift": source]) { folder in
            try await Compiler.verify(
                [folder.appendingPathComponent("Source.swift")], options: ["-swift-version", "6"])
        }
    }
}
