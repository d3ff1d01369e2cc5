import Foundation
import SafeDefaults
import SafeDefaultsCommand
import SafeDefaultsEtcd

/// The etcd cluster that the words of a command name, in the place of a file.
struct Cluster {
    static let help = """
        settings --etcd <url>[,<url>…] --prefix <name> <command> … does the same in an etcd cluster, without <file>.
        The prefix acme stands for acme/. If ETCDCTL_USER is set, as <user>:<password>, it is used.
        """

    /// The reason why the arguments are refused.
    struct Mistake: Error, CustomStringConvertible { let description: String }

    private let endpoints: [URL]
    private let prefix: String
    private let user: (name: String, password: String)?

    /// Takes the options out of some words; nil if they don't name a cluster.
    init?(
        takenFrom words: inout [String], environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        guard let urls = try Self.take("--etcd", from: &words) else { return nil }
        guard let name = try Self.take("--prefix", from: &words), !name.isEmpty else {
            throw Mistake(description: "--etcd needs a prefix, because others use the cluster, too: --prefix <name>.")
        }
        endpoints = urls.split(separator: ",").compactMap { URL(string: String($0)) }
        prefix = name.hasSuffix("/") ? name : "\(name)/"
        let parts = environment["ETCDCTL_USER"]?.split(separator: ":", maxSplits: 1).map(String.init) ?? []
        user = parts.count == 2 ? (parts[0], parts[1]) : nil
    }

    /// Runs a command over the store, which has ended when this returns, and returns its status.
    func run(_ words: [String]) async throws -> Int32 {
        let store = try await DefaultsStore.etcd(
            endpoints: endpoints, prefix: prefix, user: user?.name, password: user?.password)
        return FileCommand("settings", store: store).run(words)
    }

    /// Removes an option and its value from the words before `--`, and returns the value.
    private static func take(_ option: String, from words: inout [String]) throws -> String? {
        guard let index = words.prefix(while: { $0 != "--" }).firstIndex(of: option) else { return nil }
        guard index + 1 < words.count else { throw Mistake(description: "\(option) needs a value.") }
        defer { words.removeSubrange(index...(index + 1)) }
        return words[index + 1]
    }
}
