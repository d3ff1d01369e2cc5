import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsCloud
@testable import TestSupport

/// A cloud store in memory, to which a test writes as another device.
final class ScriptedCloud: CloudValues {
    /// Where observers are called after a notice, so that a test can wait for it.
    let queue = DispatchQueue(label: "ScriptedCloud")

    private let values = Shared<[String: NSObject]>([:])
    private let notices = Shared<[@Sendable (CloudChange) -> Void]>([])
    let synchronizations = Shared(0)
    let answer = Shared(true)

    func object(forKey name: String) -> Any? {
        #expect((1...64).contains(name.utf8.count), "iCloud answers with an exception")
        return values.value[name]
    }

    func set(_ object: Any, forKey name: String) {
        #expect((1...64).contains(name.utf8.count), "iCloud answers with an exception")
        guard let object = rawObject(object) else { return }
        values.change { $0[name] = object }
    }

    func removeObject(forKey name: String) {
        #expect((1...64).contains(name.utf8.count), "iCloud answers with an exception")
        values.change { $0[name] = nil }
    }

    func allObjects() -> [String: Any] { values.value }

    func synchronize() -> Bool {
        synchronizations.change { $0 += 1 }
        return answer.value
    }

    func listen(_ notice: @escaping @Sendable (CloudChange) -> Void) { notices.change { $0.append(notice) } }

    /// Writes as another device, gives notice, and waits until the observers have been called.
    func receive(_ changes: [String: NSObject?], _ reason: CloudChange.Reason, names: [String]?) {
        values.change { values in
            for (name, object) in changes { values[name] = object }
        }
        for notice in notices.value { notice(CloudChange(reason: reason, names: names)) }
        queue.sync {}
    }
}
