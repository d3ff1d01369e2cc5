import Foundation
import SafeDefaults
import SafeDefaultsInspection
import Testing

@testable import TestSupport

@Suite struct DomainFormsTests {
    enum App {
        struct Login: SafeDefaults {
            enum Keys: String, DefaultsKey {
                case attempts
                static let namespace = "app.login"
            }
            struct Settings { let attempts = Setting(.attempts, default: 0) }
            static let settings = Settings()
            var store: DefaultsStore = .standard
        }
    }

    final class Editor: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case fontSize
            static let namespace = "editor"
        }
        struct Settings { let fontSize = Setting(.fontSize, default: 12.5) }
        static let settings = Settings()
        let store: DefaultsStore
        init(store: DefaultsStore) { self.store = store }
    }

    struct Boxed<Value: DefaultsValue & Sendable>: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case content
            static var namespace: String { "boxed" }
        }
        struct Settings { let content = Setting<Value?>(.content) }
        static var settings: Settings { Settings() }
        let store: DefaultsStore
    }

    actor Session {
        struct Defaults: SafeDefaults {
            enum Keys: String, DefaultsKey {
                case token
                static let namespace = "session"
            }
            struct Settings { let token = Setting<String?>(.token) }
            static let settings = Settings()
            let store: DefaultsStore
        }

        private let defaults: Defaults
        init(store: DefaultsStore) { defaults = Defaults(store: store) }

        func signIn(_ token: String) { defaults.token = token }
        var token: String? { defaults.token }
    }

    enum Whole: SafeDefaults {
        enum Keys: String, DefaultsKey { case a }
        struct Settings { let a = Setting(.a, default: 1) }
        static let settings = Settings()

        case inMemory(DefaultsStore)

        var store: DefaultsStore {
            switch self {
            case .inMemory(let store): store
            }
        }
    }

    @Test func nestedInAnEnum() {
        let test = TestStore(.inMemory)
        let login = App.Login(store: test.store)
        login.attempts += 2
        #expect(test.stored("app.login/attempts") == NSNumber(value: 2))
    }

    @Test func aFinalClass() {
        let test = TestStore(.inMemory)
        let editor = Editor(store: test.store)
        editor.fontSize *= 2
        #expect(editor.fontSize == 25)
        #expect(editor.double(forKey: .fontSize) == 25)
        editor.update(\.fontSize) { $0 += 1 }
        #expect(test.stored("editor/fontSize") == NSNumber(value: 26.0))
    }

    @Test func aGenericStruct() {
        let test = TestStore(.inMemory)
        Boxed<Int>(store: test.store).content = 3
        #expect(Boxed<Int>(store: test.store).content == 3)
        #expect(Boxed<String>(store: test.store).content == "3")
        Boxed<[Bool]>(store: test.store).content = [true]
        #expect(Boxed<[Bool]>(store: test.store).content == [true])
    }

    @Test func nestedInAnActor() async {
        let test = TestStore(.inMemory)
        let session = Session(store: test.store)
        await session.signIn("t")
        #expect(await session.token == "t")
        #expect(test.stored("session/token") == "t" as NSString)
    }

    @Test func anEnumWithAStore() {
        let test = TestStore(.inMemory)
        let whole = Whole.inMemory(test.store)
        whole.a += 1
        #expect(test.stored("a") == NSNumber(value: 2))
    }

    @Test(.rows(3, 32), arguments: StoreKind.allCases) func severalDomainsLiveSideBySide(kind: StoreKind) {
        let test = TestStore(kind)
        let (login, editor) = (App.Login(store: test.store), Editor(store: test.store))
        let another = TestStore(kind)
        let other = App.Login(store: another.store)
        login.attempts = 1
        editor.fontSize = 2
        other.attempts = 3
        #expect(login.attempts == 1 && editor.fontSize == 2 && other.attempts == 3)
    }

    @Test(.row(28), arguments: StoreKind.allCases) func storeIsStandardByDefault(kind: StoreKind) {
        struct Silent: SafeDefaults { enum Keys: String, DefaultsKey { case a } }
        let test = TestStore(kind)
        #expect(Silent().store.userDefaults === UserDefaults.standard)
        #expect(App.Login().store == .standard)
        DefaultsStore.withStandard(test.store) { Silent().set(1, forKey: .a) }
        #expect(test.stored("a") == NSNumber(value: 1))
    }

    @Test(.rows(17, 30), arguments: StoreKind.allCases) func storeMayDifferPerInstanceAndPerCall(kind: StoreKind) {
        let (one, two) = (TestStore(kind), TestStore(kind))
        App.Login.attempts.set(1, in: one.store)
        App.Login(store: two.store).attempts = 2
        #expect(App.Login(store: one.store).attempts == 1)
        #expect(App.Login.attempts.get(from: two.store) == 2)
    }

    @Test(.row(111)) func everyPublicTypeIsSendable() {
        func accept<Value: Sendable>(_ type: Value.Type) {}
        accept(App.Login.self)
        accept(Editor.self)
        accept(DefaultsStore.self)
        accept(App.Login.Setting<NotSendable>.self)
        accept(DefaultsError.self)
        accept(DefaultsIssue.self)
        accept(PropertyListValue.self)
        accept(Lookup<Int>.self)
        accept(AnySetting.self)
        accept(DefaultsAudit.Collision.self)
    }

    final class NotSendable { var value = 0 }
}
