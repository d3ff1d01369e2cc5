import Dispatch
public import Foundation
public import SafeDefaults

extension DefaultsStore {
    /// Returns a store that keeps its values in an etcd cluster, shared by all machines that use it, once it has read
    /// them.
    ///
    /// ```swift
    /// let store = try await DefaultsStore.etcd(
    ///     endpoints: [URL(string: "http://127.0.0.1:2379")!], prefix: "acme/")
    /// let login = LoginDefaults(store: store)
    /// print(login.attempts)  // from memory
    /// ```
    ///
    /// *Reads* come from memory, which has everything under the prefix, and which a watch keeps up to date. They ask
    /// nobody and wait for nobody, and go on while the cluster is away; ``availability`` says how old the values are at
    /// most.
    ///
    /// *Writes* wait on their thread until the cluster has made them, which usually takes some milliseconds, and up to
    /// the time limit while it elects a leader or is away. They fail with an error of one of these kinds; calls without
    /// `throws` report it as an issue:
    /// - `Kind.refusedByCluster`: surely not made, neither now nor later.
    /// - `Kind.outdated`: others changed the value again and again, for a minute.
    /// - `Kind.unknownOutcome`: no answer came, and what became of the write couldn't be found out in time.
    /// - `Kind.tooLarge`: more than 127 names in one change, or more than a megabyte. It wasn't sent.
    ///
    /// ``SafeDefaults/update(_:fileID:line:_:)`` and ``SafeDefaults/edit(fileID:line:_:)`` are atomic among all
    /// machines, and are made exactly once, even if an answer is lost. In code that mustn't wait, use
    /// ``blocking(_:)``.
    ///
    /// *Observers* on each machine are notified of each change, whoever made it, and of a transaction as one change.
    ///
    /// Keep the store for as long as you use it: each call of this function makes one of its own, with a watch.
    ///
    /// A prefix with more than 1,000,000 keys, or more than 256 megabytes, isn't read. On Linux a proxy that the
    /// environment names isn't used for plain HTTP.
    ///
    /// - Important: Over plain HTTP anyone on the way can read and change the values.
    /// - Parameters:
    ///   - endpoints: The client URLs of the cluster's nodes. If one fails, the next one is used.
    ///   - prefix: What the keys in the cluster begin with, such as `acme/`. A value is stored under the prefix and its
    ///     stored name, as JSON.
    ///   - user: The user, if the cluster asks for one. It needs to read and write the keys with the prefix.
    ///   - password: The user's password.
    ///   - timeout: The time limit in seconds of each write, and of this call; from 1 to 3,600.
    ///   - lastKnown: A file that keeps the last known values, for a start without the cluster; see
    ///     ``etcd(connectingTo:prefix:user:password:timeout:lastKnown:environment:)``. With nil, there is none.
    ///   - environment: What the names of environment variables begin with that override values; nil for none.
    /// - Throws: A `DefaultsError` if an argument can't be used, or if the values couldn't be read in time.
    public static func etcd(
        endpoints: [URL], prefix: String, user: String? = nil, password: String? = nil, timeout: Double = 5,
        lastKnown: URL? = nil, environment: EnvironmentOverrides? = nil
    ) async throws(DefaultsError) -> DefaultsStore {
        var configuration = try EtcdConfiguration(
            endpoints: endpoints, prefix: prefix, user: user, password: password, timeout: timeout,
            lastKnown: lastKnown, environment: environment)
        configuration.isAwaited = true
        let store = connect(configuration)
        guard let cluster = (store.userDefaults as? EtcdDefaults)?.cluster else { return store }
        let (mirror, follower) = (cluster.mirror, cluster.follower)
        let isRead = await blocking {
            mirror.wait(until: .now() + timeout) { mirror.isRead || follower.hopelessFailure != nil } && mirror.isRead
        }
        guard isRead else { throw .unreachableCluster(follower.lastFailure?.reason) }
        return store
    }

    /// Returns a store that keeps its values in an etcd cluster, without waiting for the cluster.
    ///
    /// Until the values are read, it has those of the file of last known values, and ``availability`` is
    /// `.stale(since:)`. Without such a file it has none, and ``availability`` is `.notYetReadable`. When they are
    /// read, observers are notified of the differences. The cluster is tried again and again.
    ///
    /// ```swift
    /// let store = try DefaultsStore.etcd(
    ///     connectingTo: [URL(string: "http://127.0.0.1:2379")!], prefix: "acme/",
    ///     lastKnown: URL(fileURLWithPath: "/var/lib/acme/settings.json"))
    /// ```
    ///
    /// - Parameters:
    ///   - endpoints: The client URLs of the cluster's nodes.
    ///   - prefix: What the keys in the cluster begin with, such as `acme/`.
    ///   - user: The user, if the cluster asks for one.
    ///   - password: The user's password.
    ///   - timeout: The time limit in seconds of each write; from 1 to 3,600.
    ///   - lastKnown: A file that keeps the last known values. It is readable for its owner only. With nil, there is
    ///     none.
    ///   - environment: What the names of environment variables begin with that override values; nil for none.
    /// - Throws: A `DefaultsError` if an argument can't be used.
    public static func etcd(
        connectingTo endpoints: [URL], prefix: String, user: String? = nil, password: String? = nil,
        timeout: Double = 5, lastKnown: URL? = nil, environment: EnvironmentOverrides? = nil
    ) throws(DefaultsError) -> DefaultsStore {
        connect(
            try EtcdConfiguration(
                endpoints: endpoints, prefix: prefix, user: user, password: password, timeout: timeout,
                lastKnown: lastKnown, environment: environment))
    }

    private static func connect(_ configuration: EtcdConfiguration) -> DefaultsStore {
        DefaultsStore(EtcdDefaults(configuration))
    }

    /// Runs a closure on a thread that may wait, for code that mustn't: a task, or an actor.
    ///
    /// A write to an etcd store waits for the cluster. In a task that would keep one of the few threads that all tasks
    /// share, so write in this closure there:
    ///
    /// ```swift
    /// await DefaultsStore.blocking { login.attempts += 1 }
    /// try await DefaultsStore.blocking { try login.write(3, to: \.attempts) }
    /// ```
    ///
    /// The closure isn't in the task: it has neither its task-local values nor its handler of issues, and isn't
    /// cancelled with it. Up to 16 closures run at a time, others wait for one of them to end.
    ///
    /// - Important: Over TLS, Foundation receives the cluster's answers on threads of Dispatch's pool, which has some
    ///   sixty. Writes that wait on all of them, begun with `DispatchQueue.global()`, fail when their time is up.
    ///
    /// - Parameter body: The closure.
    /// - Returns: What the closure returned.
    /// - Throws: The error that the closure throws.
    public static func blocking<Result: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let outcome = await withCheckedContinuation { continuation in
            blockingQueue.addOperation {
                continuation.resume(
                    returning: Swift.Result { () throws(Failure) in try body() })
            }
        }
        return try outcome.get()
    }

    private static let blockingQueue = {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 16
        return queue
    }()
}
