import Foundation
import SafeDefaults
import SafeDefaultsInspection
import Testing

@testable import TestSupport

/// No description by the library contains a stored value.
@Suite struct SecrecyTests {
    static let secret = "hunter2"

    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case pin, when, theme, person, uuid, link, list, table, own, data }

        struct Settings {
            let pin = Setting(.pin, default: 0)
            let theme = Setting(.theme, default: Theme.light)
            let person = Setting(.person, default: Person())
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    enum Theme: String, DefaultsValue { case light }

    /// A type whose own errors contain the value.
    struct Person: Codable {
        var name = ""
        var age = 0

        init() {}

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            name = try values.decode(String.self, forKey: .name)
            throw DecodingError.dataCorruptedError(
                forKey: .age, in: values, debugDescription: "the age of \(name) is wrong")
        }
    }

    struct Talkative: Error, CustomStringConvertible, LocalizedError {
        let value: String
        var description: String { "refused \(value)" }
        var errorDescription: String? { description }
    }

    struct Own: DefaultsValue {
        var text = SecrecyTests.secret
        var defaultsRepresentation: String { get throws { throw Talkative(value: text) } }
        init() {}
        init(defaultsRepresentation: String) throws { throw Talkative(value: defaultsRepresentation) }
    }

    struct Refusing: Codable {
        var text = SecrecyTests.secret
        func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue(
                text, EncodingError.Context(codingPath: [], debugDescription: "can't encode \(text)"))
        }
    }

    final class Opaque: CustomStringConvertible {
        var description: String { SecrecyTests.secret }
    }

    /// Ways to meet an issue with the secret in the value.
    static let ways: [(name: String, run: @Sendable (Sample) throws -> Void)] = [
        reading("text as a number", secret, of: .pin, Int.self),
        reading("text as a date", secret, of: .when, Date.self),
        reading("text as a Boolean", secret, of: .pin, Bool.self),
        reading("text as a real", secret, of: .pin, Double.self),
        reading("text as a Float", secret, of: .pin, Float.self),
        reading("text as a UUID", secret, of: .uuid, UUID.self),
        reading("raw value", secret, of: .theme, Theme.self),
        reading("text as an array", secret, of: .list, [Int].self),
        reading("element", [secret], of: .list, [Int].self),
        reading("entry", ["k": secret], of: .table, [String: Int].self),
        reading("data as text", Data(secret.utf8), of: .data, String.self),
        reading("a conversion's own words", secret, of: .own, Own.self),
        reading("text as a setting", secret, of: .pin, \.pin),
        reading("a decoder's own words", ["name": secret], of: .person, \.person),
        (
            "updating",
            { sample in
                sample.set(secret, forKey: .pin)
                sample.update(\.pin) { _ in sample.set([secret], forKey: .pin) }
                _ = try sample.read(\.pin)
            }
        ),
        writing("a refusal's own words", { $0.set(Own(), forKey: .own) }, { try $0.write(Own(), forKey: .own) }),
        writing(
            "an encoder's own words", { $0.set(Refusing(), forKey: .own) }, { try $0.write(Refusing(), forKey: .own) }),
        writing(
            "an object's own words", { $0.setObject(Opaque(), forKey: .own) },
            { try $0.writeObject(["a": Opaque()], forKey: .own) }),
        writing(
            "in an array of Any", { $0.setObject([secret, Opaque()] as [Any], forKey: .own) },
            { try $0.writeObject([Own()], forKey: .own) }),
        ("a text for a setting", { sample in try sample.allSettings[0].setText(secret) }),
    ]

    /// Stores a value by a setter that reports and by its twin that throws.
    private static func writing(
        _ name: String, _ set: @escaping @Sendable (Sample) -> Void,
        _ write: @escaping @Sendable (Sample) throws -> Void
    ) -> (name: String, run: @Sendable (Sample) throws -> Void) {
        (
            name,
            { sample in
                set(sample)
                try write(sample)
            }
        )
    }

    /// Stores a value of one type, and reads a setting of another in both ways.
    private static func reading<Stored: DefaultsValue & Sendable, Value>(
        _ name: String, _ stored: Stored, of key: Sample.Keys,
        _ path: any KeyPath<Sample.Settings, Sample.Setting<Value>> & Sendable
    ) -> (name: String, run: @Sendable (Sample) throws -> Void) {
        (
            name,
            { sample in
                sample.set(stored, forKey: key)
                _ = sample[path]
                _ = try sample.read(path)
            }
        )
    }

    /// Stores a value of one type, and reads it as another by a getter that reports and by its twin that throws.
    private static func reading<Stored: DefaultsValue & Sendable, Value: DefaultsValue>(
        _ name: String, _ stored: Stored, of key: Sample.Keys, _ type: Value.Type
    ) -> (name: String, run: @Sendable (Sample) throws -> Void) {
        (
            name,
            { sample in
                sample.set(stored, forKey: key)
                #expect(sample.value(Value.self, forKey: key) == nil)
                _ = try sample.read(Value.self, forKey: key)
            }
        )
    }

    @Test(arguments: 0..<ways.count, StoreKind.allCases) func noSentenceContainsTheValue(index: Int, kind: StoreKind) {
        let test = TestStore(kind)
        var thrown: (any Error)?
        let issues = IssueRecorder.issues {
            do { try Self.ways[index].run(Sample(store: test.store)) } catch { thrown = error }
        }
        #expect(thrown is DefaultsError)
        var texts = [thrown.map { "\($0)" }, thrown?.localizedDescription, thrown.map { String(reflecting: $0) }]
        texts += [(thrown as? DefaultsError)?.reason, (thrown as? DefaultsError)?.errorDescription]
        for issue in issues { texts += [issue.description, String(reflecting: issue), issue.error.reason] }
        for issue in issues { texts.append(allText(of: issue)) }
        if let thrown { texts.append(allText(of: thrown)) }
        for text in texts { #expect(text?.contains(Self.secret) == false, "\(Self.ways[index].name)") }
    }

    /// The output of dumping a value, private members included.
    private func allText(of value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }
}
