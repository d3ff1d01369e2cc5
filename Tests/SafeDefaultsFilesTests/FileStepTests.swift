#if os(Linux)
import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// A process that is ended, or fails, at each of the calls that a store makes.
@Suite struct FileStepStressTests {
    /// What a process said that it has stored.
    private func values(said output: String) -> [String: PropertyListValue] {
        var values: [String: PropertyListValue] = [:]
        for word in output.split(whereSeparator: \.isWhitespace) {
            let parts = word.split(separator: "=")
            if parts.count == 2 { values[String(parts[0])] = Int64(parts[1]).map { .integer($0) } }
        }
        return values
    }

    /// Before each call, behind each call, and at each word of the header too: where a header can't be written through
    /// its mapping, the words are written by calls as well.
    @Test(
        .promise(file: "`kill -9` while it saves"), .noHang,
        arguments: [("stop", false), ("after", false), ("stop", true), ("after", true)]
    )
    func aKillAtEachStepLosesNothing(action: String, writesPageByCalls: Bool) throws {
        let fixture = FileFixture(isInMemory: true)
        let mounts = fixture.directory.file("mounts")
        try Data("1 0 0:1 / / rw - anotherfs none rw\n".utf8).write(to: mounts)
        // A second process that has the store open all the while, and writes on.
        let survivor = try fixture.engine(boot: SystemCalls.bootIdentifier())
        var isAtEnd = false
        var step = 0
        // Each 13th or so where no more is asked for, and others in each case.
        let every = Stress.isAsked ? 1 : action == "stop" ? 13 : 12
        var known: [String: PropertyListValue] = [:]
        while !isAtEnd {
            step += every
            var program = Program("filer", preferences: fixture.directory)
            program.wrapper = try Shim.wrapper("\(action) \(step)")
            if writesPageByCalls { program.wrapper.append("SHIM_MOUNTS=\(mounts.path)") }
            let outcome = try program.run(fixture.url.path, "steps")
            isAtEnd = outcome.output.hasSuffix("end")
            known.merge(values(said: outcome.output), uniquingKeysWith: { $1 })
            let fresh = try fixture.values(boot: SystemCalls.bootIdentifier())
            #expect(holds(fresh, known), "step \(step): \(fresh), said \(known)")
            #expect(survivor.texts == fresh, "step \(step)")
            #expect(fresh["b"] == fresh["c"], "step \(step): half a batch")
            let turn = PropertyListValue.integer(Int64(step))
            try survivor.set("survivor", turn)
            #expect(try fixture.values(boot: SystemCalls.bootIdentifier())["survivor"] == turn, "step \(step)")
            known = survivor.texts
        }
        #expect(step > (writesPageByCalls ? 80 : 40), "\(step)")
        #expect(fixture.aside.isEmpty)
    }

    /// Whether everything that was said is there, or something newer.
    private func holds(_ values: [String: PropertyListValue], _ said: [String: PropertyListValue]) -> Bool {
        said.allSatisfy { name, value in
            guard case .integer(let new)? = values[name], case .integer(let old) = value else { return false }
            return new >= old || new == 0
        }
    }
}
#endif
