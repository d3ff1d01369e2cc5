import Foundation
import SafeDefaults
import SafeDefaultsFiles
import Testing

@testable import TestSupport

@Suite struct WritersTests {
    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case a }
        var store: DefaultsStore
    }

    enum Theme: String, DefaultsValue { case light, dark }
    struct Point: Codable, Equatable { var x = 0, y = 0 }
    struct Both: Codable, DefaultsValue, Equatable { var name = "n" }

    /// `set`, its throwing twin `write`, and the object that both store.
    struct Writer: Sendable, CustomTestStringConvertible {
        let name: String
        let object: @Sendable () -> Any
        let set: @Sendable (Sample) -> Void
        let write: @Sendable (Sample) throws -> Void
        var testDescription: String { name }

        init<Value: DefaultsValue & Sendable>(_ value: Value, _ object: @autoclosure @escaping @Sendable () -> Any) {
            name = "\(Value.self)"
            self.object = object
            set = { $0.set(value, forKey: .a) }
            write = { try $0.write(value, forKey: .a) }
        }

        init(
            _ name: String, _ object: @autoclosure @escaping @Sendable () -> Any,
            set: @escaping @Sendable (Sample) -> Void, write: @escaping @Sendable (Sample) throws -> Void
        ) {
            self.name = name
            self.object = object
            self.set = set
            self.write = write
        }
    }

    static let writers: [Writer] = [
        Writer(42, 42), Writer(false, false), Writer(Float(0.5), 0.5), Writer(["n": 1], ["n": 1]),
        Writer(Theme.dark, "dark"), Writer(Both(), ["name": "n"]), Writer(UInt64.max, UInt64.max),
        Writer(PropertyListValue.array([1, "x"]), [1, "x"] as [Any]),
        Writer(
            "Codable", ["x": 1, "y": 2], set: { $0.set(Point(x: 1, y: 2), forKey: .a) },
            write: { try $0.write(Point(x: 1, y: 2), forKey: .a) }),
        Writer(
            "any DefaultsValue", 5, set: { $0.set(5 as any DefaultsValue, forKey: .a) },
            write: { try $0.writeObject(5 as any DefaultsValue, forKey: .a) }),
        Writer(
            "mixed array", [1, "two", "dark"] as [Any], set: { $0.set([1, "two", Theme.dark], forKey: .a) },
            write: { try $0.writeObject([1, "two", Theme.dark] as [Any], forKey: .a) }),
        Writer(
            "mixed dictionary", ["n": 1, "s": "x"] as [String: Any], set: { $0.set(["n": 1, "s": "x"], forKey: .a) },
            write: { try $0.writeObject(["n": 1, "s": "x"] as [String: Any], forKey: .a) }),
        Writer(
            "Any", ["l": [1, true, 2.5]] as [String: Any],
            set: { $0.setObject(["l": [1, true, 2.5]] as [String: Any], forKey: .a) },
            write: { try $0.writeObject(["l": [1, true, 2.5]] as [String: Any], forKey: .a) }),
    ]

    @Test(.rows(15, 33, 34, 35, 36, 39), arguments: writers, StoreKind.allCases)
    func writerAndItsTwinStoreTheNativeObject(writer: Writer, kind: StoreKind) throws {
        let test = TestStore(kind)
        let sample = Sample(store: test.store)
        #expect(IssueRecorder.issues { writer.set(sample) } == [])
        #expect(test.stored("a") == rawObject(writer.object()))
        sample.removeObject(forKey: .a)
        try writer.write(sample)
        #expect(test.stored("a") == rawObject(writer.object()))
    }

    // MARK: - Failures

    @Test(.row(84), arguments: 0..<3) func aRemovalThatFailsIsThrown(way: Int) {
        let issues = IssueRecorder.issues {
            let sample = Sample(store: .file(URL(fileURLWithPath: "/dev/null/store.plist")))
            let error = #expect(throws: DefaultsError.self) {
                switch way {
                case 0: try sample.write(nil as Int?, forKey: .a)
                case 1: try sample.write(nil as Point?, forKey: .a)
                default: try sample.writeObject(nil, forKey: .a)
                }
            }
            #expect(error?.kind == .fileFailure)
        }
        #expect(!issues.contains { $0.kind == .failedWrite })
    }
}
