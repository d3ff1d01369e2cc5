#if os(Linux)
import ChildProcesses
import Foundation
@testable import SafeDefaultsEtcd
import Testing

/// The programs of etcd that the tests use; `.ci/etcd` installs them.
enum EtcdProgram {
    /// etcd 3.5 or newer; nil if there is none.
    static let current = path("etcd")

    /// etcd 3.4; nil if there is none.
    static let old = path("etcd-3.4")

    private static func path(_ name: String) -> String? {
        let folders =
            [FileManager.default.currentDirectoryPath + "/.build/etcd"]
            + (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let path = folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
        if path == nil { print("etcd tests: \(name) isn't installed, so tests that need it are skipped; see .ci/etcd") }
        return path
    }
}

extension Trait where Self == ConditionTrait {
    static var needsEtcd: Self { .enabled(if: EtcdProgram.current != nil, "etcd isn't installed; see .ci/etcd") }
}

/// A cluster of nodes on this machine, which ends with this object.
final class TestCluster {
    struct Node {
        let name: String
        let client: Int
        let peer: Int
        var process: ChildProcess?

        /// A pipe that the node's processes hold open until the last of them has ended.
        var end: Descriptor?

        /// Waits for the end of the node.
        ///
        /// NB: `timeout` ends at once, and etcd only when the disk has what it is writing. Until then its ports are
        /// taken.
        func waitUntilExit() {
            process?.waitUntilExit()
            while end?.read() != nil {}
        }
    }

    private(set) var nodes: [Node]
    private let directory = TestDirectory()
    private let program: String
    private let options: [String]
    private let calls = HTTPConnections()

    /// Starts a cluster, and waits until it has a leader.
    init(of count: Int = 1, program: String? = EtcdProgram.current, options: [String] = []) throws {
        self.program = try #require(program)
        self.options = options
        nodes = (0..<count).map { Node(name: "n\($0)", client: FreePort.next(), peer: FreePort.next()) }
        for index in nodes.indices { try start(index) }
        try waitForLeader()
    }

    deinit {
        for node in nodes { node.process?.stop() }
        for node in nodes { node.waitUntilExit() }
    }

    // MARK: - Nodes

    var endpoints: [URL] { nodes.indices.map(endpoint) }

    func endpoint(_ index: Int) -> URL { TestURL.local(nodes[index].client) }

    /// Starts a node, or starts it again.
    func start(_ index: Int) throws {
        let node = nodes[index]
        let urls = { (port: Int) in "http://127.0.0.1:\(port)" }
        let members = nodes.map { "\($0.name)=\(urls($0.peer))" }.joined(separator: ",")
        let (end, held) = try Descriptor.pipe()
        nodes[index].end = end
        nodes[index].process = try ChildProcess(
            // So that nothing is left if the tests are killed.
            [
                "timeout", "-s", "KILL", "36000", program, "--name", node.name, "--data-dir",
                directory.file(node.name).path,
            ]
                + ["--listen-client-urls", urls(node.client), "--advertise-client-urls", urls(node.client)]
                + ["--listen-peer-urls", urls(node.peer), "--initial-advertise-peer-urls", urls(node.peer)]
                + ["--initial-cluster", members, "--initial-cluster-state", "new", "--logger=zap"]
                + ["--log-level", "error", "--log-outputs", log(of: node).path] + options, output: held)
    }

    /// Ends a node as a loss of power would.
    func kill(_ index: Int) {
        nodes[index].process?.stop()
        nodes[index].waitUntilExit()
        nodes[index].process = nil
    }

    /// Copies what a node that isn't running has stored.
    func copy(_ index: Int) throws {
        let data = directory.file(nodes[index].name)
        try FileManager.default.copyItem(at: data, to: data.appendingPathExtension("copy"))
    }

    /// Puts what a copy has in the place of what a node that isn't running has stored.
    func restore(_ index: Int) throws {
        let data = directory.file(nodes[index].name)
        try FileManager.default.removeItem(at: data)
        try FileManager.default.moveItem(at: data.appendingPathExtension("copy"), to: data)
    }

    /// Stops a node without ending it, so that its connections stay.
    func pause(_ index: Int) { signal(index, SIGSTOP) }

    func resume(_ index: Int) { signal(index, SIGCONT) }

    private func signal(_ index: Int, _ signal: Int32) {
        guard let process = nodes[index].process, process.isRunning else { return }
        _ = Foundation.kill(-process.processIdentifier, signal)
    }

    /// The index of the leader; nil if there is none.
    func leader() -> Int? {
        for index in nodes.indices where nodes[index].process != nil {
            guard let status = try? call("maintenance/status", [:], at: index, limit: 1),
                let header = status["header"] as? [String: Any], let leader = status["leader"] as? String, leader != "0"
            else { continue }
            if header["member_id"] as? String == leader { return index }
        }
        return nil
    }

    func waitForLeader() throws {
        let end = Date() + 60
        while leader() == nil {
            try #require(Date() < end, "no leader within a minute: \(logs)")
            usleep(20_000)
        }
    }

    private func log(of node: Node) -> URL { directory.file(node.name + ".log") }

    /// The last words of each node.
    private var logs: String {
        nodes.map { node in
            let text = (try? String(contentsOf: log(of: node), encoding: .utf8)) ?? ""
            return "\(node.name), \(node.process?.isRunning == true ? "running" : "ended"): \(text.suffix(500))"
        }.joined(separator: "\n")
    }

    // MARK: - Raw calls, beside the library's

    @discardableResult
    func call(
        _ path: String, _ message: [String: Any], at index: Int = 0, limit: Double = 10, token: String? = nil
    ) throws -> [String: Any] {
        var request = HTTPRequest(
            url: endpoint(index).appendingPathComponent("v3/" + path),
            body: try JSONSerialization.data(withJSONObject: message))
        request.headers["Authorization"] = token
        let answer = try calls.call(request, until: .now() + limit)
        let content = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any] ?? [:]
        guard answer.status == 200 else { throw TestFailure("\(answer.status): \(content)") }
        return content
    }

    func put(_ key: String, _ value: String, at index: Int = 0) throws { try put(key, Data(value.utf8), at: index) }

    func put(_ key: String, _ value: Data, at index: Int = 0) throws {
        try call("kv/put", ["key": Self.encoded(key), "value": value.base64EncodedString()], at: index)
    }

    /// Puts several values in one transaction.
    func put(_ values: [String: String]) throws {
        let puts = values.map { key, value in
            ["request_put": ["key": Self.encoded(key), "value": Self.encoded(value)]]
        }
        try call("kv/txn", ["success": puts])
    }

    func remove(_ key: String) throws { try call("kv/deleterange", ["key": Self.encoded(key)]) }

    /// Returns what is stored under a key; nil if nothing is.
    func value(_ key: String, at index: Int = 0) throws -> String? {
        let answer = try call("kv/range", ["key": Self.encoded(key)], at: index)
        guard let kv = (answer["kvs"] as? [[String: Any]])?.first else { return nil }
        return String(decoding: Data(base64Encoded: kv["value"] as? String ?? "") ?? Data(), as: UTF8.self)
    }

    var revision: Int {
        get throws {
            let header = try call("kv/range", ["key": Self.encoded("?")])["header"] as? [String: Any]
            return try #require(Int(header?["revision"] as? String ?? ""))
        }
    }

    func compact() throws { try call("kv/compaction", ["revision": "\(revision)", "physical": true]) }

    static func encoded(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
}

struct TestFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

enum TestURL {
    static func local(_ port: Int) -> URL {
        // swift-format-ignore: NeverForceUnwrap
        URL(string: "http://127.0.0.1:\(port)")!
    }
}

/// A directory that goes with this object.
final class TestDirectory: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("fleet-\(UUID().uuidString)")

    init() {
        do { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) } catch {
            Issue.record(error)
        }
    }

    deinit { do { try FileManager.default.removeItem(at: url) } catch {} }

    func file(_ name: String) -> URL { url.appendingPathComponent(name) }
}

/// Ports that nobody listens at.
enum FreePort {
    /// Returns a port that was free just now.
    static func next() -> Int {
        let socket = Sockets.listen(at: 0)
        defer { close(socket) }
        return Sockets.port(of: socket)
    }
}
#endif
