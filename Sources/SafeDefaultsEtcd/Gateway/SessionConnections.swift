import Dispatch
import Foundation
import SafeDefaults

// The only file that knows of URLSession, which is a module of its own on Linux.
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Connections of Foundation's, for HTTP over TLS.
final class SessionConnections: Sendable {
    private let session: URLSession
    private let receivers = Receivers()

    /// Begins and ends requests.
    ///
    /// NB: on Linux that waits for a queue that all sessions of the process share. A server that sends small chunks
    /// without end keeps it busy for good: no session goes on, and the chunks wait for the delegate, in more and more
    /// memory. Neither `invalidateAndCancel()`, nor a session for each server, nor what the delegate answers ends that.
    /// A delegate's queue that holds the session back bounds the memory, but holds all other sessions back as well. So
    /// nobody waits for it, and each request ends at its time limit.
    private let queue = DispatchQueue(label: "SafeDefaultsEtcd.sessions")

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        session = URLSession(configuration: configuration, delegate: receivers, delegateQueue: nil)
    }

    // The session retains its delegate until it is invalidated.
    deinit { queue.async { [session] in session.invalidateAndCancel() } }

    /// Begins a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - receiver: Is given the answer as it comes, on a queue of the session's, which mustn't wait.
    ///   - deadline: No limit here: whoever waits has one, and cancels.
    /// - Returns: Ends the request when it is called.
    func begin(
        _ request: HTTPRequest, to receiver: any HTTPReceiver, until deadline: DispatchTime
    ) -> @Sendable () -> Void {
        // NB: on Linux the interval is the longest pause between two bytes, in whole seconds.
        var message = URLRequest(url: request.url, timeoutInterval: 86_400)
        for (name, value) in request.headers { message.setValue(value, forHTTPHeaderField: name) }
        if let body = request.body {
            message.httpMethod = "POST"
            message.httpBody = body
            message.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        let task = Locked<URLSessionTask?>(nil)
        queue.async { [self, message] in
            let begun = session.dataTask(with: message)
            receivers.add(receiver, to: begun)
            task.withLock { $0 = begun }
            begun.resume()
        }
        return { [queue] in queue.async { task.withLock { $0 }?.cancel() } }
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
        if receiver(of: dataTask)?.receive(data, mayWait: false) != true { dataTask.cancel() }
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
