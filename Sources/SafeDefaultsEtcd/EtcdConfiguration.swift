import Foundation
import SafeDefaults

/// The addresses of a cluster, and the options of a store that uses it.
struct EtcdConfiguration: Sendable {
    let endpoints: [URL]
    let prefix: String
    let user: (name: String, password: String)?
    let timeout: Double
    let lastKnown: URL?
    let environment: EnvironmentOverrides?

    /// Whether the caller waits for the first read of the values, and gets its error.
    var isAwaited = false

    init(
        endpoints: [URL], prefix: String, user: String?, password: String?, timeout: Double, lastKnown: URL?,
        environment: EnvironmentOverrides?
    ) throws(DefaultsError) {
        if let reason = Self.reasonToRefuse(endpoints) ?? Self.reasonToRefuse(prefix, user, password, timeout) {
            throw DefaultsError(.refusedStore, reason: reason)
        }
        self.endpoints = endpoints
        self.prefix = prefix
        self.timeout = timeout
        self.lastKnown = lastKnown
        self.environment = environment
        if let user, let password { self.user = (user, password) } else { self.user = nil }
    }

    private static func reasonToRefuse(_ endpoints: [URL]) -> String? {
        if endpoints.isEmpty { return "a cluster has at least one endpoint" }
        for endpoint in endpoints {
            let parts = URLComponents(url: endpoint, resolvingAgainstBaseURL: true)
            guard let parts, ["http", "https"].contains(parts.scheme?.lowercased()), parts.host?.isEmpty == false,
                parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
            else { return "an endpoint is a URL such as https://etcd1.example.com:2379, with no user and no query" }
        }
        return nil
    }

    private static func reasonToRefuse(
        _ prefix: String, _ user: String?, _ password: String?, _ timeout: Double
    ) -> String? {
        if prefix.isEmpty { return "a prefix can't be empty, because others use the cluster, too" }
        if (user == nil) != (password == nil) { return "a user and a password are given together" }
        // Also refuses NaN.
        if !(timeout >= 1 && timeout <= 3_600) { return "a time limit is 1 to 3,600 seconds" }
        return nil
    }
}
