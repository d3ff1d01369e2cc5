import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// One script, run over an `InMemoryDefaults`, a `FileDefaults` and a real suite: they must give the same answers at
/// every step.
@Suite struct InMemoryAgainstRealTests {
    /// The objects that are stored under `a`, and read by every typed getter.
    static let objects: [(name: String, object: @Sendable () -> Any)] = [
        ("text", { "text" }), ("digits and more", { "12abc" }), ("YES", { "YES" }), ("yes", { "yes" }), ("T", { "T" }),
        ("no", { "no" }), ("1", { "1" }), ("0", { "0" }), ("1.5", { "1.5" }), ("empty", { "" }), ("-7", { "-7" }),
        ("spaces", { "  3" }), ("Int", { 42 }), ("negative", { -1 }), ("zero", { 0 }), ("Double", { 2.5 }),
        ("0.9", { 0.9 }), ("Float", { Float(0.5) }), ("true", { true }), ("false", { false }),
        ("Data", { Data([1, 2]) }), ("Date", { Date(timeIntervalSinceReferenceDate: 5) }),
        ("texts", { ["a", "b"] }), ("mixed", { ["a", 1] as [Any] }), ("no elements", { [String]() }),
        ("dictionary", { ["a": 1, "b": ["c"]] as [String: Any] }), ("no entries", { [String: Int]() }),
        ("path", { "/tmp/a b" }), ("home", { "~/x" }), ("NSNumber", { NSNumber(value: 7) }),
        ("NSString", { "n" as NSString }),
    ]

    static func answers(of defaults: UserDefaults, _ name: String = "a") -> [String: NSObject?] {
        [
            "object": rawObject(defaults.object(forKey: name)),
            "string": rawObject(defaults.string(forKey: name)),
            "integer": rawObject(defaults.integer(forKey: name)),
            "double": rawObject(defaults.double(forKey: name)),
            "float": rawObject(defaults.float(forKey: name)),
            "bool": rawObject(defaults.bool(forKey: name)),
            "data": rawObject(defaults.data(forKey: name)),
            "array": rawObject(defaults.array(forKey: name)),
            "stringArray": rawObject(defaults.stringArray(forKey: name)),
            "dictionary": rawObject(defaults.dictionary(forKey: name)),
            // Other text is a URL here, and a file in the current directory there; data that is no archive is nil here,
            // and there, on Linux, the end of the process.
            "url": isPath(defaults.object(forKey: name)) ? rawObject(defaults.url(forKey: name)?.path) : nil,
        ]
    }

    private static func isPath(_ object: Any?) -> Bool {
        guard let text = object as? String else { return false }
        return text.hasPrefix("/") || text.hasPrefix("~")
    }

    @Test(arguments: objects.indices, [StoreKind.inMemory, .file])
    func typedGettersReturnTheSameAsFoundations(index: Int, kind: StoreKind) {
        let (name, object) = Self.objects[index]
        let (test, own) = (TestStore(.rawSuite), TestStore(kind))
        own.store.userDefaults.set(object(), forKey: "a")
        test.store.userDefaults.set(object(), forKey: "a")
        let (real, ours) = (Self.answers(of: test.store.userDefaults), Self.answers(of: own.store.userDefaults))
        for getter in real.keys.sorted() { #expect(ours[getter] == real[getter], "\(getter) of \(name)") }
    }
}
