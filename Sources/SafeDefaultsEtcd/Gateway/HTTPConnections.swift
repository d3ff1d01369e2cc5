import Dispatch
import Foundation
import SafeDefaults

/// Connections to some servers, for short calls or for streams.
///
/// NB: on Linux a stream over TLS holds a connection, of which a session has six to a server. So streams have
/// connections of their own.
final class HTTPConnections: Sendable {
    private let plain = PlainConnections()
    private let secure = Locked<SessionConnections?>(nil)

    /// The size in bytes of the largest answer that is read.
    let largestAnswer: Int

    init(largestAnswer: Int = FleetLimits.answer) { self.largestAnswer = largestAnswer }

    /// Begins a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - receiver: Is given the answer as it comes, on another thread.
    ///   - deadline: When the answer has to be there at the latest. Over TLS nothing ends then.
    /// - Returns: Ends the request when it is called.
    func begin(
        _ request: HTTPRequest, to receiver: any HTTPReceiver, until deadline: DispatchTime = .distantFuture
    ) -> @Sendable () -> Void {
        if request.url.isPlainHTTP { return plain.begin(request, to: receiver, until: deadline) }
        let secure = secure.withLock { secure in
            let connections = secure ?? SessionConnections()
            secure = connections
            return connections
        }
        return secure.begin(request, to: receiver, until: deadline)
    }

    /// Makes a request, and waits for the answer.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - deadline: When to stop waiting. The request may arrive all the same.
    func call(_ request: HTTPRequest, until deadline: DispatchTime) throws(HTTPFailure) -> HTTPAnswer {
        let arrived = DispatchSemaphore(value: 0)
        let result = Locked<Result<HTTPAnswer, HTTPFailure>?>(nil)
        let cancel = begin(
            request,
            to: WholeAnswer(upTo: largestAnswer) { answer in
                result.withLock { $0 = answer }
                arrived.signal()
            }, until: deadline)
        guard arrived.wait(timeout: deadline) == .success, let answer = result.withLock({ $0 }) else {
            cancel()
            throw .lost("it didn't answer in time")
        }
        return try answer.get()
    }
}

/// A request: with a body a POST of JSON, without one a GET.
struct HTTPRequest: Sendable {
    let url: URL
    var headers: [String: String] = [:]
    var body: Data?

    /// Whether the request changes nothing, so that it may be sent twice.
    var isQuestion = false

    var isRepeatable: Bool { isQuestion || body == nil }
}

extension URL {
    /// Whether the address is one of HTTP without TLS.
    var isPlainHTTP: Bool { scheme?.lowercased() == "http" }
}

struct HTTPAnswer: Sendable {
    let status: Int
    let body: Data
}

enum HTTPFailure: Error {
    /// Nothing was sent, because there was no connection.
    case notSent(String)

    /// The request may have arrived, and its answer didn't.
    case lost(String)

    /// The answer has more bytes than are read.
    case tooLarge(String)
}

/// Receives an answer in parts.
///
/// The calls come one after the other.
protocol HTTPReceiver: AnyObject, Sendable {
    /// Called once, before any data.
    func receive(status: Int)

    /// Returns whether to go on.
    ///
    /// - Parameters:
    ///   - data: The next bytes.
    ///   - mayWait: Whether this call may hold the server back, by waiting.
    func receive(_ data: Data, mayWait: Bool) -> Bool

    /// Called at the end; with a failure if the answer isn't complete.
    func end(_ failure: HTTPFailure?)
}

/// Collects an answer up to a size.
final class WholeAnswer: HTTPReceiver {
    private let largest: Int
    private let answer = Locked((status: 0, body: Data(), isTooLarge: false))
    private let completion: @Sendable (Result<HTTPAnswer, HTTPFailure>) -> Void

    init(upTo largest: Int, _ completion: @escaping @Sendable (Result<HTTPAnswer, HTTPFailure>) -> Void) {
        self.largest = largest
        self.completion = completion
    }

    func receive(status: Int) { answer.withLock { $0.status = status } }

    func receive(_ data: Data, mayWait: Bool) -> Bool {
        answer.withLock { answer in
            answer.body.append(data)
            answer.isTooLarge = answer.body.count > largest
            return !answer.isTooLarge
        }
    }

    func end(_ failure: HTTPFailure?) {
        let answer = answer.withLock { $0 }
        if answer.isTooLarge {
            completion(.failure(.tooLarge("its answer has more than \(largest >> 20) megabytes")))
        } else if let failure {
            completion(.failure(failure))
        } else {
            completion(.success(HTTPAnswer(status: answer.status, body: answer.body)))
        }
    }
}
