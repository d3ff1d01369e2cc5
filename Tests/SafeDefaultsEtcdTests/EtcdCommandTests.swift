#if os(Linux)
import Foundation
import SafeDefaults
import SafeDefaultsCommand
@testable import SafeDefaultsEtcd
import Testing

/// The commands over a cluster, in this process; `.ci/tour` runs the programs.
@Suite(.needsEtcd)
struct EtcdCommandTests {
    /// One run of a command, with what it wrote.
    private struct Run {
        let status: Int32
        let output: String
        let errors: String

        init(input: String = "", _ run: (CommandChannels) -> Int32) {
            let (written, complained) = (TestLog<String>(), TestLog<String>())
            status = run(
                CommandChannels(
                    output: { written.add(String(decoding: $0, as: UTF8.self)) },
                    errors: { complained.add(String(decoding: $0, as: UTF8.self)) }, input: { Data(input.utf8) }))
            (output, errors) = (written.all.joined(), complained.all.joined())
        }
    }

    private static func settings(_ store: DefaultsStore, _ words: String...) -> Run {
        Run { SettingsCommand("fleet", domains: [FleetDefaults.self], store: store).run(words, channels: $0) }
    }

    private static func values(_ store: DefaultsStore, _ words: String..., input: String = "") -> Run {
        Run(input: input) { FileCommand("fleet", store: store).run(words, channels: $0) }
    }

    @Test(.noHang)
    func aSettingsCommandShowsAndChangesTheFleetsValues() async throws {
        let cluster = try TestCluster()
        let store = try await FleetDefaults.connected(to: cluster).store
        #expect(Self.settings(store, "set", "limit", "5").output == "fleet/limit is now 5.\n")
        #expect(try cluster.value("acme/fleet/limit") == "5")
        #expect(Self.settings(store, "get", "limit").output == "5\n")
        #expect(Self.settings(store, "list", "limit").output.contains("fleet/limit  5      stored\n"))
        #expect(Self.settings(store, "set", "limit", "five").status == 65)
        #expect(Self.settings(store, "path").status == 66)
        #expect(Self.settings(store, "reset", "limit").output == "fleet/limit is back to its default, 0.\n")
        #expect(try cluster.value("acme/fleet/limit") == nil)
    }

    @Test(.noHang)
    func allValuesOfAPrefixAreShownAndChanged() async throws {
        let cluster = try TestCluster()
        try cluster.put("acme/a", "[1, 2]")
        try cluster.put("acme/odd", "rubbish")
        let store = try await FleetDefaults.connected(to: cluster).store
        let list = Self.values(store, "list")
        #expect(list.status == 0 && list.output == "name  kind   value\na     array  [1, 2]\n")
        #expect(list.errors == "fleet: What is stored under \"odd\" isn't a value that this library reads.\n")
        #expect(Self.values(store, "get", "a").output == "[1, 2]\n")
        #expect(Self.values(store, "get", "odd").status == 65)
        #expect(Self.values(store, "get", "b").status == 64)
        #expect(Self.values(store, "set", "b", "-string", "5").status == 64)
        #expect(try cluster.value("acme/b") == nil)
        #expect(Self.values(store, "set", "b", "-string", "5", "--write").output == "b is now 5 (string).\n")
        #expect(try cluster.value("acme/b") == #""5""#)
        let other = #"{"a": [1], "b": "5", "c": true}"#
        #expect(Self.values(store, "diff", "-", input: other).output == "a: [1, 2] -> [1]\nc: added true\n")
        #expect(Self.values(store, "diff", "-", input: "{").status == 65)
        #expect(try cluster.value("acme/c") == nil)
        #expect(Self.values(store, "import", "-", "--write", input: other).output == "2 set, 1 unchanged, 0 skipped.\n")
        #expect(try cluster.value("acme/c") == "true")
        #expect(Self.values(store, "delete", "odd", "--write").output == "odd is removed.\n")
        #expect(try cluster.value("acme/odd") == nil)
        #expect(Self.values(store, "path").status == 64)
    }

    @Test(.noHang)
    func changesOfOthersAreWatched() async throws {
        let cluster = try TestCluster()
        let store = try await FleetDefaults.connected(to: cluster).store
        let written = TestLog<String>()
        // The third line can't be written, and so ends the command.
        let channels = CommandChannels(
            output: { data in
                written.add(String(decoding: data, as: UTF8.self))
                if written.all.count == 3 { throw CocoaError(.fileWriteUnknown) }
            }, errors: { _ in }, input: { Data() })
        let status = TestLog<Int32>()
        Thread.detachNewThread { status.add(FileCommand("fleet", store: store).run(["watch"], channels: channels)) }
        try await eventually { written.all.count == 1 }
        // It begins with what it finds just after its first line.
        try await eventually {
            try cluster.put("acme/new", "\(written.all.count + 6)")
            return written.all.count > 1
        }
        try cluster.remove("acme/new")
        try await eventually { status.all == [74] }
        #expect(written.all.first == "Watching all values; Control-C ends it.\n")
        #expect(written.all.dropFirst().allSatisfy { $0.hasPrefix("new is ") })
    }

    @Test(.noHang)
    func aChangeThatTheClusterDoesNotMakeIsAFailure() async throws {
        let cluster = try TestCluster()
        let store = try await FleetDefaults.connected(to: cluster.endpoints, timeout: 1).store
        #expect(Self.settings(store, "set", "limit", "5").status == 0)
        cluster.kill(0)
        for run in [
            Self.settings(store, "set", "limit", "6"), Self.settings(store, "reset", "limit"),
            Self.settings(store, "reset", "--all"), Self.values(store, "set", "fleet/limit", "6", "--write"),
            Self.values(store, "delete", "fleet/limit", "--write"),
            Self.values(store, "import", "-", "--write", input: #"{"fleet/limit": 6}"#),
        ] {
            #expect(run.status == 74 && run.output.isEmpty && run.errors.contains("luster"), "\(run)")
        }
        // What is in memory is shown all the same.
        #expect(Self.settings(store, "get", "limit").output == "5\n")
        #expect(Self.values(store, "get", "fleet/limit").output == "5\n")
    }
}
#endif
