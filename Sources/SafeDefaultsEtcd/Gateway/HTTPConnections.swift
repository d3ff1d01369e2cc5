import Dispatch
import Foundation
import SafeDefaults

// The only file that knows of URLSession, which is a module of its own on Linux.
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Connections to some servers, for short calls or for streams.
///
/// NB: on Linux a stream holds a connection, of which a session has six to a server. So streams have connections of
/// their own.
final class HTTPConnections: Sendable {
    private let session: URLSession
    private let receivers = Receivers()

    /// The size in bytes of the largest answer that is read.
    let largestAnswer: Int

    init(largestAnswer: Int = 64 << 20) {
        self.largestAnswer = largestAnswer
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        session = URLSession(configuration: configuration, delegate: receivers, delegateQueue: nil)
    }

    // The session retains its delegate until it is invalidated.
    deinit { Self.withoutWaiting { [session] in session.invalidateAndCancel() } }

    /// Ends something.
    ///
    /// NB: on Linux that waits for a queue that all sessions of the process share. A server that sends small chunks
    /// without end keeps it busy for good: no session goes on, and the chunks wait for the delegate, in more and more
    /// memory. Neither `invalidateAndCancel()`, nor a session for each server, nor what the delegate answers ends that.
    /// A delegate's queue that holds the session back bounds the memory, but holds all other sessions back as well.
    private static func withoutWaiting(_ end: @escaping @Sendable () -> Void) {
        DispatchQueue.global().async(execute: end)
    }

    /// Begins a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - receiver: Is given the answer as it comes, on a queue of the session's.
    /// - Returns: Ends the request when it is called.
    func begin(_ request: HTTPRequest, to receiver: any HTTPReceiver) -> @Sendable () -> Void {
        // NB: on Linux this is the longest pause between two bytes, in whole seconds. Whoever waits has a time limit of
        // its own, and cancels.
        var message = URLRequest(url: request.url, timeoutInterval: 86_400)
        for (name, value) in request.headers { message.setValue(value, forHTTPHeaderField: name) }
        if let body = request.body {
            message.httpMethod = "POST"
            message.httpBody = body
            message.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        let task = session.dataTask(with: message)
        receivers.add(receiver, to: task)
        task.resume()
        return { Self.withoutWaiting { task.cancel() } }
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
            })
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
/// All calls come from one queue.
protocol HTTPReceiver: AnyObject, Sendable {
    /// Called once, before any data.
    func receive(status: Int)

    /// Returns whether to go on.
    func receive(_ data: Data) -> Bool

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

    func receive(_ data: Data) -> Bool {
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

/// The delegate of a session, which passes on what comes.
private final class Receivers: NSObject, URLSessionDataDelegate {
    private let receivers = Locked<[Int: any HTTPReceiver]>([:])

    func add(_ receiver: any HTTPReceiver, to task: URLSessionTask) {
        receivers.withLock { $0[task.taskIdentifier] = receiver }
    }

    private func receiver(of task: URLSessionTask) -> (any HTTPReceiver)? {
        receivers.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        receiver(of: dataTask)?.receive(status: (response as? HTTPURLResponse)?.statusCode ?? 0)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        if receiver(of: dataTask)?.receive(data) != true { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let receiver = receivers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        receiver?.end(error.map(Self.failure))
    }

    /// Refuses redirections: the token isn't for other servers.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    /// NB: on Linux a lost connection has various codes, and so has a refused one.
    ///
    /// Only these mean that nothing was sent.
    private static func failure(_ error: any Error) -> HTTPFailure {
        switch (error as? URLError)?.code {
        case .cannotConnectToHost?, .cannotFindHost?, .dnsLookupFailed?, .notConnectedToInternet?:
            .notSent("there is no connection to it")
        case .secureConnectionFailed?, .serverCertificateUntrusted?, .serverCertificateHasUnknownRoot?,
            .serverCertificateHasBadDate?, .serverCertificateNotYetValid?, .clientCertificateRequired?:
            .notSent("there is no secure connection to it")
        // Such as "SSL certificate problem: self-signed certificate", which on Linux has no code of its own.
        default: .lost("the connection was lost: \(error.localizedDescription.prefix(200))")
        }
    }
}
