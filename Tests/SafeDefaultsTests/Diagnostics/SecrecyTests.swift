import Foundation
import SafeDefaults
import Testing

/// Nothing that the library says holds a stored value, whoever described it.
@Suite struct SecrecyTests {
    static let secret = "hunter2"

    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case pin, when, theme, person, uuid, link, list, table, own, data }
        static let pin = Setting(.pin, default: 0)
        static let theme = Setting(.theme, default: Theme.light)
        static let person = Setting(.person, default: Person())
        var store: DefaultsStore
    }

    enum Theme: String, DefaultsValue { case light }

    /// A type whose own errors tell what they met.
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
        ("text as a number", { $0.set(secret, forKey: .pin); _ = $0.pin; try $0.read(\.pin) == 0 ? () : () }),
        ("text as a date", { $0.set(secret, forKey: .when); _ = $0.date(forKey: .when); _ = try $0.read(Date.self, forKey: .when) }),
        ("text as a truth value", { $0.set(secret, forKey: .pin); _ = $0.bool(forKey: .pin); _ = try $0.read(Bool.self, forKey: .pin) }),
        ("text as a real", { $0.set(secret, forKey: .pin); _ = $0.double(forKey: .pin); _ = try $0.read(Double.self, forKey: .pin) }),
        ("text as a UUID", { $0.set(secret, forKey: .uuid); _ = $0.value(UUID.self, forKey: .uuid); _ = try $0.read(UUID.self, forKey: .uuid) }),
        ("raw value", { $0.set(secret, forKey: .theme); _ = $0.theme; _ = try $0.read(\.theme) }),
        ("text as an array", { $0.set(secret, forKey: .list); _ = $0.array(forKey: .list); _ = try $0.read([Int].self, forKey: .list) }),
        ("element", { $0.set([secret], forKey: .list); _ = $0.value([Int].self, forKey: .list); _ = try $0.read([Int].self, forKey: .list) }),
        ("entry", { $0.set(["k": secret], forKey: .table); _ = $0.value([String: Int].self, forKey: .table); _ = try $0.read([String: Int].self, forKey: .table) }),
        ("data as text", { $0.set(Data(secret.utf8), forKey: .data); _ = $0.string(forKey: .data); _ = try $0.read(String.self, forKey: .data) }),
        ("a decoder's own words", { $0.set(["name": secret], forKey: .person); _ = $0.person; _ = try $0.read(\.person) }),
        ("a conversion's own words", { $0.set(secret, forKey: .own); _ = $0.value(Own.self, forKey: .own); _ = try $0.read(Own.self, forKey: .own) }),
        ("a refusal's own words", { $0.set(Own(), forKey: .own); try $0.write(Own(), forKey: .own) }),
        ("an encoder's own words", { $0.set(Refusing(), forKey: .own); try $0.write(Refusing(), forKey: .own) }),
        ("an object's own words", { $0.setObject(Opaque(), forKey: .own); try $0.writeObject(["a": Opaque()], forKey: .own) }),
        ("in an array of Any", { $0.setObject([secret, Opaque()] as [Any], forKey: .own); try $0.writeObject([Own()], forKey: .own) }),
        ("a text for a setting", { try AnySettingHolder(store: $0.store).allSettings[0].setText(secret) }),
        ("updating", { $0.set(secret, forKey: .pin); $0.update(\.pin) { _ in }; $0.set(secret, forKey: .pin); try $0.lookup(\.pin).get() == 0 ? () : () }),
    ]

    struct AnySettingHolder: SafeDefaults {
        typealias Keys = Sample.Keys
        static let pin = Setting(.pin, default: 0)
        static var settings: [any PartialKeyPath<Self.Type> & Sendable] { [\.pin] }
        var store: DefaultsStore
    }

    @Test(arguments: ways.indices, StoreKind.allCases) func noTextHoldsTheValue(index: Int, kind: StoreKind) {
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

    /// Everything that dumping a value shows, private members included.
    private func allText(of value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    @Test func theTextOfAStoreOrADomainsKeysHoldsNoValue() {
        let test = TestStore(.inMemory)
        Sample(store: test.store).set(Self.secret, forKey: .own)
        #expect(!"\(test.store)".contains(Self.secret))
        #expect(!"\(Sample(store: test.store).storedKeys)".contains(Self.secret))
    }
}
