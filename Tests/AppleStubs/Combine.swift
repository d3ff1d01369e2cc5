// The few declarations of Apple's `Combine` that the library and its documentation use, with Apple's signatures, so
// that Linux can type-check the code for Apple platforms. Nothing here is ever run.

// swift-format-ignore-file

import Dispatch

public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
    func receive<S>(subscriber: S) where S: Subscriber, Self.Failure == S.Failure, Self.Output == S.Input
}

extension Publisher {
    public func receive<S: Scheduler>(on scheduler: S) -> Publishers.ReceiveOn<Self, S> {
        Publishers.ReceiveOn(upstream: self, scheduler: scheduler)
    }
}

public protocol Scheduler {}

extension DispatchQueue: Scheduler {}

public enum Publishers {
    public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure
        public let upstream: Upstream
        public let scheduler: Context
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {}
    }
}

extension Publisher where Failure == Never {
    public func sink(receiveValue: @escaping ((Output) -> Void)) -> AnyCancellable { AnyCancellable {} }
}

public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
    associatedtype Input
    associatedtype Failure: Error
    func receive(subscription: any Subscription)
    func receive(_ input: Input) -> Subscribers.Demand
    func receive(completion: Subscribers.Completion<Failure>)
}

public protocol Cancellable {
    func cancel()
}

public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
    func request(_ demand: Subscribers.Demand)
}

public enum Subscribers {
    @frozen public struct Demand: Equatable, Hashable, Sendable {
        public var max: Int? { nil }
    }

    @frozen public enum Completion<Failure: Error> {
        case finished
        case failure(Failure)
    }

    public final class Sink<Input, Failure: Error>: Subscriber, Cancellable {
        public init(
            receiveCompletion: @escaping ((Completion<Failure>) -> Void), receiveValue: @escaping ((Input) -> Void)
        ) {}
        public func receive(subscription: any Subscription) {}
        public func receive(_ value: Input) -> Demand { Demand() }
        public func receive(completion: Completion<Failure>) {}
        public func cancel() {}
    }
}

public final class AnyCancellable: Cancellable {
    public init(_ cancel: @escaping () -> Void) {}
    public init<C>(_ canceller: C) where C: Cancellable {}
    public func cancel() {}
}

public struct CombineIdentifier: Hashable {
    public init(_ object: AnyObject) {}
}

public protocol CustomCombineIdentifierConvertible {
    var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
    public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
