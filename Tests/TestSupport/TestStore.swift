import Foundation
import SafeDefaults
import SafeDefaultsFiles
import Testing

/// The kinds of store that contract tests run over.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case rawSuite, inMemory, file

    /// A plain store over a model of Apple's `UserDefaults`.
    case apple

    var testDescription: String { rawValue }
}

/// A fresh, empty store of one kind, gone with this object.
final class TestStore: Sendable {
    let store: DefaultsStore
    let kind: StoreKind

    /// The suite's name, for a second process.
    let suite: String

    /// Where a store over a file has it, alone in its directory.
    let fileURL: URL

    init(_ kind: StoreKind) {
        self.kind = kind
        suite = "SafeDefaultsTests-\(UUID().uuidString)"
        fileURL = FileManager.default.temporaryDirectory.appendingPathComponent("\(suite)/store.plist")
        store =
            switch kind {
            case .rawSuite: .suite(suite)
            case .inMemory: .inMemory()
            case .file: .file(fileURL)
            case .apple: AppleListener.store(over: AppleDefaults(suite))
            }
    }

    /// The raw object under a name, as the `UserDefaults` gives it.
    func raw(_ name: String) -> Any? { store.userDefaults.object(forKey: name) }

    deinit {
        if kind == .file { try? FileManager.default.removeItem(at: fileURL.deletingLastPathComponent()) }
        guard kind == .rawSuite else { return }
        for name in store.userDefaults.dictionaryRepresentation().keys { store.userDefaults.removeObject(forKey: name) }
        // Saving an empty suite removes its file.
        store.flush()
    }
}

/// Collects the issues of one task.
final class IssueRecorder: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var recorded: [DefaultsIssue] = []

    var issues: [DefaultsIssue] {
        lock.lock()
        defer { lock.unlock() }
        return recorded
    }

    /// Runs a closure, and gives what it returns and the issues it met.
    static func issues(_ body: () throws -> Void) rethrows -> [DefaultsIssue] {
        let recorder = IssueRecorder()
        try DefaultsIssue.withHandler({ recorder.record($0) }, operation: body)
        return recorder.issues
    }

    func record(_ issue: DefaultsIssue) {
        lock.lock()
        defer { lock.unlock() }
        recorded.append(issue)
    }
}
