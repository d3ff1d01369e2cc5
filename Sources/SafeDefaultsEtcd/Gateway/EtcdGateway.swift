import Dispatch
import Foundation
import SafeDefaults

/// Calls etcd's JSON gateway at the endpoints of one cluster.
///
/// A call waits on its thread. Before the first call to an endpoint, its version is asked for, because something else
/// may answer there.
final class EtcdGateway: Sendable {
    /// The endpoints, at least one.
    let endpoints: [URL]

    private let user: (name: String, password: String)?
    private let calls: HTTPConnections
    private let streams = HTTPConnections()
    private let state = Locked(State())

    private struct State {
        /// The endpoint that is watched, by its index.
        var current = 0

        /// The tokens by endpoint, because a token is prolonged only at the one that it is used with.
        var tokens: [Int: String] = [:]

        /// The endpoints whose version is known to be good.
        var checked: Set<Int> = []

        /// The clusters by endpoint, as far as they are known.
        var clusters: [Int: String] = [:]
    }

    init(
        _ endpoints: [URL], user: (name: String, password: String)?, calls: HTTPConnections = HTTPConnections()
    ) {
        self.calls = calls
        self.endpoints = endpoints
        self.user = user
    }

    // MARK: - Endpoints

    /// The index of the endpoint that is watched.
    var current: Int { state.withLock { $0.current } }

    /// Moves on to the next endpoint.
    func moveOn(from endpoint: Int) {
        noteLoss(of: endpoint)
        state.withLock { $0.current = (endpoint + 1) % endpoints.count }
    }

    /// Forgets that an endpoint's version was checked, because another node may run there when it is back.
    func noteLoss(of endpoint: Int) {
        state.withLock { state in
            state.checked.remove(endpoint)
            state.clusters[endpoint] = nil
        }
    }

    /// Returns a failure whose reason names the endpoint.
    func named(_ failure: GatewayFailure, at endpoint: Int) -> GatewayFailure {
        let url = endpoints[endpoint]
        let port = url.port.map { ":\($0)" } ?? ""
        return GatewayFailure(
            failure.kind, "\(url.host ?? "an endpoint")\(port): \(failure.reason)", isOfSize: failure.isOfSize,
            isOfToken: failure.isOfToken, isOfEndpoint: failure.isOfEndpoint)
    }

    /// Checks the version of an endpoint, and returns its token, which is nil without a user.
    @discardableResult
    func prepare(_ endpoint: Int, until deadline: DispatchTime) throws(GatewayFailure) -> String? {
        let (isChecked, token) = state.withLock { ($0.checked.contains(endpoint), $0.tokens[endpoint]) }
        if !isChecked { try checkVersion(of: endpoint, until: deadline) }
        return if let token { token } else { try authenticate(at: endpoint, until: deadline) }
    }

    private func checkVersion(of endpoint: Int, until deadline: DispatchTime) throws(GatewayFailure) {
        let answer = try send(HTTPRequest(url: endpoints[endpoint].appendingPathComponent("version")), deadline)
        // A sidecar or a balancer whose node is away for a moment.
        guard answer.status != 429, answer.status < 500 else {
            throw GatewayFailure(.unavailable, "it answered with status \(answer.status)")
        }
        let version: VersionAnswer? = answer.status == 200 ? GatewayCoding.message(from: answer.body) : nil
        let parts = version?.etcdserver?.split(separator: ".", maxSplits: 2).map { Int($0) ?? -1 } ?? []
        guard parts.count >= 2, parts[0] >= 0, parts[1] >= 0 else {
            throw GatewayFailure(.refused, "what answers there isn't etcd", isOfEndpoint: true)
        }
        let oldest = Self.oldestMinorVersion(at: endpoints[endpoint])
        guard (parts[0], parts[1]) >= (3, oldest) else {
            throw GatewayFailure(
                .refused, "etcd \(parts[0]).\(parts[1]) runs there, and it has to be 3.\(oldest) or newer",
                isOfEndpoint: true)
        }
        state.withLock { _ = $0.checked.insert(endpoint) }
    }

    /// The version of etcd 3 that an endpoint has to have.
    ///
    /// NB: errors of etcd 3.4 have HTTP trailers, at which Foundation on Linux ends the process.
    static func oldestMinorVersion(at endpoint: URL) -> Int { endpoint.isPlainHTTP ? 4 : 5 }

    /// Throws a failure if an endpoint belongs to another cluster; call it before something is written there.
    ///
    /// The endpoint is asked once after each loss of its connection.
    ///
    /// - Parameter range: A question that this user may ask, whose answer names the cluster.
    func check(
        _ endpoint: Int, isOf cluster: String, by range: RangeRequest, until deadline: DispatchTime
    ) throws(GatewayFailure) {
        if state.withLock({ $0.clusters[endpoint] == cluster }) { return }
        try Self.beforehand { () throws(GatewayFailure) in
            let answer: RangeAnswer = try call("kv/range", range, at: endpoint, until: deadline)
            guard answer.header?.clusterId ?? "" == cluster else {
                throw GatewayFailure(.refused, "another cluster answers there", isOfEndpoint: true)
            }
        }
        state.withLock { $0.clusters[endpoint] = cluster }
    }

    /// Gets a new token, which is nil without a user.
    private func authenticate(at endpoint: Int, until deadline: DispatchTime) throws(GatewayFailure) -> String? {
        guard let user else { return nil }
        let body = try Self.body(Credentials(name: user.name, password: user.password))
        let answer = try send(
            HTTPRequest(url: url("auth/authenticate", endpoint), headers: headers, body: body, isQuestion: true),
            deadline)
        guard answer.status == 200 else { throw GatewayFailure(answer) }
        guard let token = GatewayCoding.message(TokenAnswer.self, from: answer.body)?.token, Self.isHeader(token) else {
            throw GatewayFailure(.unavailable, "it gave no token")
        }
        state.withLock { $0.tokens[endpoint] = token }
        return token
    }

    /// Whether a text may stand in a header.
    private static func isHeader(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 8_192 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    // MARK: - Calls

    /// Calls a function of the gateway, and waits for the answer.
    ///
    /// - Parameters:
    ///   - path: The function, such as `kv/range`.
    ///   - message: The request.
    ///   - endpoint: The index of the endpoint.
    ///   - deadline: When to stop waiting.
    func call<Answer: Decodable>(
        _ path: String, _ message: some Encodable, at endpoint: Int, until deadline: DispatchTime
    ) throws(GatewayFailure) -> Answer {
        // The token is passed on, because another thread may forget it meanwhile.
        var token = try Self.beforehand { () throws(GatewayFailure) in try prepare(endpoint, until: deadline) }
        let body = try Self.body(message)
        var answer = try send(request(path, body, endpoint, token), deadline)
        if isTokenRefused(answer, at: endpoint) {
            // The failure comes before the call was sent, so the call wasn't made.
            token = try Self.beforehand { () throws(GatewayFailure) in try authenticate(at: endpoint, until: deadline) }
            answer = try send(request(path, body, endpoint, token), deadline)
        }
        return try Self.message(of: answer)
    }

    /// Runs the preparation of a call.
    ///
    /// If it fails, the call certainly wasn't sent.
    private static func beforehand<Result>(
        _ body: () throws(GatewayFailure) -> Result
    ) throws(GatewayFailure) -> Result {
        do throws(GatewayFailure) { return try body() } catch {
            throw error.kind == .uncertain ? GatewayFailure(.unavailable, error.reason) : error
        }
    }

    /// Begins a call, whose answer is given to a closure on a queue.
    ///
    /// The endpoint is prepared already.
    ///
    /// - Parameters:
    ///   - path: The function, such as `kv/range`.
    ///   - message: The request.
    ///   - endpoint: The index of the endpoint.
    ///   - deadline: When to stop waiting.
    ///   - completion: Is given the answer. Over TLS it is called late, or never, if there is none.
    /// - Returns: Ends the call when it is called.
    func begin<Answer: Decodable & Sendable>(
        _ path: String, _ message: some Encodable, at endpoint: Int, until deadline: DispatchTime,
        completion: @escaping @Sendable (Result<Answer, GatewayFailure>) -> Void
    ) throws(GatewayFailure) -> @Sendable () -> Void {
        calls.begin(
            request(path, try Self.body(message), endpoint, try token(of: endpoint)),
            to: WholeAnswer(upTo: calls.largestAnswer) { [weak self] result in
                completion(
                    Result { () throws(GatewayFailure) in
                        let answer = try Self.answer(of: result)
                        if answer.status != 200, let self { throw self.failure(answer, at: endpoint) }
                        return try Self.message(of: answer)
                    })
            }, until: deadline)
    }

    /// Begins a stream.
    ///
    /// The endpoint is prepared already. Over TLS a short request opens the connection, which the stream goes on with.
    ///
    /// NB: on Linux a session that has opened a connection for a request asks the system, until that request ends,
    /// whether the connection can be written to, which it always can: one processor is busy for as long as a stream
    /// lasts. For a request on an open connection the session doesn't ask.
    func beginWatch(
        _ message: WatchRequest, at endpoint: Int, to receiver: any HTTPReceiver, until deadline: DispatchTime
    ) throws(GatewayFailure) -> @Sendable () -> Void {
        let request = request("watch", try Self.body(message), endpoint, try token(of: endpoint))
        if !request.url.isPlainHTTP {
            let opening = HTTPRequest(url: endpoints[endpoint].appendingPathComponent("version"))
            _ = try Self.answer(of: Result { () throws(HTTPFailure) in try streams.call(opening, until: deadline) })
        }
        return streams.begin(request, to: receiver)
    }

    /// Returns the failure for an answer that isn't 200.
    ///
    /// If the token was refused, it is forgotten, and the next call there gets a new one.
    func failure(_ answer: HTTPAnswer, at endpoint: Int) -> GatewayFailure {
        let failure = GatewayFailure(answer)
        guard isTokenRefused(answer, at: endpoint) else { return failure }
        return GatewayFailure(.unavailable, failure.reason, isOfToken: true)
    }

    /// Returns the failure for a refused call, and forgets the endpoint's token, which may be the reason.
    ///
    /// The next call to that endpoint gets a new token.
    func refusal(_ reason: String, at endpoint: Int) -> GatewayFailure {
        forgetToken(of: endpoint)
        return GatewayFailure(.refused, reason, isOfToken: user != nil)
    }

    /// Returns the token of an endpoint that was prepared.
    ///
    /// It throws a failure if a call on another thread was refused and the token has been forgotten since.
    private func token(of endpoint: Int) throws(GatewayFailure) -> String? {
        let token = state.withLock { $0.tokens[endpoint] }
        if user != nil, token == nil { throw GatewayFailure(.unavailable, "it has refused the token", isOfToken: true) }
        return token
    }

    private func forgetToken(of endpoint: Int) { state.withLock { $0.tokens[endpoint] = nil } }

    private func isTokenRefused(_ answer: HTTPAnswer, at endpoint: Int) -> Bool {
        guard user != nil, answer.status != 200 else { return false }
        let isOld = answer.status == 400 && GatewayFailure.message(of: answer).contains("revision of auth store is old")
        guard answer.status == 401 || isOld else { return false }
        forgetToken(of: endpoint)
        return true
    }

    // MARK: - Requests

    private func url(_ path: String, _ endpoint: Int) -> URL {
        endpoints[endpoint].appendingPathComponent("v3/" + path)
    }

    /// The header that makes a node without a leader refuse calls at once, and end its watches.
    private var headers: [String: String] { ["Grpc-Metadata-hasleader": "true"] }

    private func request(_ path: String, _ body: Data, _ endpoint: Int, _ token: String?) -> HTTPRequest {
        var request = HTTPRequest(
            url: url(path, endpoint), headers: headers, body: body, isQuestion: path == "kv/range")
        request.headers["Authorization"] = token
        return request
    }

    private func send(_ request: HTTPRequest, _ deadline: DispatchTime) throws(GatewayFailure) -> HTTPAnswer {
        let result = Result { () throws(HTTPFailure) in try calls.call(request, until: deadline) }
        return try Self.answer(of: result)
    }

    private static func answer(of result: Result<HTTPAnswer, HTTPFailure>) throws(GatewayFailure) -> HTTPAnswer {
        do {
            return try result.get()
        } catch {
            switch error {
            case .notSent(let reason): throw GatewayFailure(.unavailable, reason)
            case .lost(let reason): throw GatewayFailure(.uncertain, reason)
            case .tooLarge(let reason): throw GatewayFailure(.uncertain, reason, isOfSize: true)
            }
        }
    }

    private static func message<Answer: Decodable>(of answer: HTTPAnswer) throws(GatewayFailure) -> Answer {
        guard answer.status == 200 else { throw GatewayFailure(answer) }
        guard let message: Answer = GatewayCoding.message(from: answer.body) else {
            throw GatewayFailure(.uncertain, "its answer can't be read")
        }
        return message
    }

    private static func body(_ message: some Encodable) throws(GatewayFailure) -> Data {
        do { return try GatewayCoding.data(message) } catch {
            throw GatewayFailure(.refused, "the request can't be written as JSON")
        }
    }
}

/// The failure of a call to the gateway.
struct GatewayFailure: Error {
    enum Kind {
        /// The call wasn't applied, and another try would be refused as well.
        case refused

        /// The call wasn't applied; another try may succeed.
        case unavailable

        /// The call may have been applied, or may be applied later.
        case uncertain
    }

    let kind: Kind

    /// What went wrong, as part of a sentence, such as "it answered with status 404".
    let reason: String

    /// Whether the call failed because its answer was too large.
    let isOfSize: Bool

    /// Whether the call failed because of its token, so that it may succeed with a new one.
    let isOfToken: Bool

    /// Whether a refusal says nothing of the other endpoints: it isn't the cluster that has refused the call.
    let isOfEndpoint: Bool

    init(
        _ kind: Kind, _ reason: String, isOfSize: Bool = false, isOfToken: Bool = false, isOfEndpoint: Bool = false
    ) {
        self.kind = kind
        self.reason = reason
        self.isOfSize = isOfSize
        self.isOfToken = isOfToken
        self.isOfEndpoint = isOfEndpoint
    }

    /// Creates the failure for an answer whose status isn't 200.
    init(_ answer: HTTPAnswer) {
        let message = Self.message(of: answer)
        // What stands between, such as a balancer or a server of pages, knows nothing of the call.
        isOfEndpoint = message.isEmpty && (300..<500).contains(answer.status)
        switch (answer.status, message) {
        case (503, let message) where message.contains("no leader"), (429, let message) where message.contains("many"):
            kind = .unavailable
        case (300..<500, _): kind = .refused
        default: kind = .uncertain
        }
        reason = message.isEmpty ? "it answered with status \(answer.status)" : "it said: \(message.abbreviated)"
        isOfSize = message.contains("message larger than max")
        isOfToken = false
    }

    /// The message of etcd in an answer whose status isn't 200; empty if the answer isn't etcd's.
    static func message(of answer: HTTPAnswer) -> String {
        let error = GatewayCoding.message(ErrorAnswer.self, from: answer.body)
        return error?.code == nil ? "" : error?.message ?? ""
    }
}
