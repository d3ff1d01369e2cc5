// What Apple's Foundation has, Linux's has in a module of its own, and etcd stores use.

// swift-format-ignore-file

import Foundation

class URLSession: NSObject, @unchecked Sendable {
    enum ResponseDisposition: Int, Sendable { case cancel = 0, allow = 1, becomeDownload = 2, becomeStream = 3 }
    init(
        configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
        delegateQueue queue: OperationQueue?
    ) {}
    func invalidateAndCancel() {}
    func dataTask(with request: URLRequest) -> URLSessionDataTask { fatalError() }
}
class URLSessionConfiguration: NSObject, @unchecked Sendable {
    class var ephemeral: URLSessionConfiguration { fatalError() }
    var httpShouldSetCookies: Bool { get { false } set {} }
    var urlCache: URLCache? { get { nil } set {} }
    var requestCachePolicy: URLRequest.CachePolicy { get { .useProtocolCachePolicy } set {} }
}
class URLCache: NSObject, @unchecked Sendable {}
class URLSessionTask: NSObject, @unchecked Sendable {
    var taskIdentifier: Int { 0 }
    func cancel() {}
    func resume() {}
}
class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
class URLResponse: NSObject, @unchecked Sendable {}
class HTTPURLResponse: URLResponse, @unchecked Sendable { var statusCode: Int { 0 } }
struct URLRequest: Sendable {
    enum CachePolicy: UInt, Sendable { case useProtocolCachePolicy = 0, reloadIgnoringLocalCacheData = 1 }
    init(
        url: URL, cachePolicy: URLRequest.CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60.0
    ) {}
    var httpMethod: String?
    var httpBody: Data?
    mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
}
protocol URLSessionDelegate: NSObjectProtocol, Sendable {}
protocol URLSessionTaskDelegate: URLSessionDelegate {
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    )
}
protocol URLSessionDataDelegate: URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    )
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}
