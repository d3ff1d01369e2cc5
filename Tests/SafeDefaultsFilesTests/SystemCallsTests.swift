import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles

@Suite struct SystemCallsTests {
    // Linux gives small letters, Apple's systems capital ones.
    @Test(arguments: ["0123abcd-4567-89ef-8000-000000000001", "0123ABCD-4567-89EF-8000-000000000001"])
    func theUUIDOfABootIsANumber(_ uuid: String) {
        #expect(SystemCalls.bootIdentifier(of: uuid) == 0x0123_ABCD_4567_89EF)
        #expect(SystemCalls.bootIdentifier(of: uuid + "\n") == 0x0123_ABCD_4567_89EF)
    }

    @Test(arguments: ["", "-", "no"]) func onlyAUUIDIdentifiesAStartOfTheMachine(_ text: String) {
        #expect(SystemCalls.bootIdentifier(of: text) == nil)
    }

    @Test func aBootHasOneNumber() {
        #expect(SystemCalls.bootIdentifier() == SystemCalls.bootIdentifier())
        #expect(SystemCalls.bootIdentifier() != nil)
    }

    @Test func nothingIsReadOrWrittenWithoutMemory() {
        // A file that isn't open: the system would say so.
        #expect(SystemCalls().read(-1, into: UnsafeMutableRawBufferPointer(start: nil, count: 0), at: 0) == 0)
        #expect(SystemCalls().write(-1, UnsafeRawBufferPointer(start: nil, count: 0), at: 0) == 0)
    }
}
