import Dispatch
import Foundation
import SafeDefaults

/// The raw object that a `UserDefaults` gives, in a form that `==` compares the same on every platform: as the number,
/// with its own type's name, or as an object.
func rawObject(_ object: Any?) -> NSObject? {
    switch object {
    case nil: nil
    case let value as String: value as NSString
    case let value as Data: value as NSData
    case let value as Date: value as NSDate
    case let values as [Any?]: values.map { rawObject($0) ?? NSNull() } as NSArray
    case let values as [AnyHashable: Any?]: rawDictionary(values)
    default: object as? NSNumber
    }
}

private func rawDictionary(_ values: [AnyHashable: Any?]) -> NSDictionary {
    let result = NSMutableDictionary()
    for (key, value) in values {
        guard let key = key.base as? String else { continue }
        result.setObject(rawObject(value) ?? NSNull(), forKey: key as NSString)
    }
    return result
}

/// Writes, reads and compares, and does so again if the comparison doesn't hold, a few times at most.
///
/// Foundation may save between a write and a read. When it does, it changes dates within a second, and -0.0.
func holdsUnlessSaved(_ comparison: () -> Bool) -> Bool {
    (0..<5).contains { _ in comparison() }
}

extension TestStore {
    /// The raw object under a name, comparable.
    func stored(_ name: String) -> NSObject? { rawObject(raw(name)) }
}

/// A value that several threads change in a test.
final class Shared<Value>: @unchecked Sendable {
    // Unchecked: reached under the lock only.
    private let lock = NSLock()
    private var content: Value

    init(_ value: Value) { content = value }

    var value: Value { change { $0 } }

    @discardableResult
    func change<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&content)
    }
}

/// Runs a closure on that many threads at once, and waits for all.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let gate = NSCondition()
    let ready = Shared(0)
    let group = DispatchGroup()
    for index in 0..<count {
        group.enter()
        let thread = Thread {
            // A gate, so that the threads start their work together.
            gate.lock()
            if ready.change(increment) == count { gate.broadcast() }
            while ready.value < count { gate.wait() }
            gate.unlock()
            body(index)
            group.leave()
        }
        thread.start()
    }
    group.wait()
}

private func increment(_ count: inout Int) -> Int {
    count += 1
    return count
}
