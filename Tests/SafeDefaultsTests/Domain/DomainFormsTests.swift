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

    @Test func aDomainMayBeNestedGenericOrAClass() {
        let test = TestStore(.inMemory)
        App.Login(store: test.store).attempts += 2
        #expect(test.stored("app.login/attempts") == NSNumber(value: 2))
        let editor = Editor(store: test.store)
        editor.fontSize *= 2
        editor.update(\.fontSize) { $0 += 1 }
        #expect(test.stored("editor/fontSize") == NSNumber(value: 26.0))
        Boxed<Int>(store: test.store).content = 3
        #expect(Boxed<String>(store: test.store).content == "3")
        Boxed<[Bool]>(store: test.store).content = [true]
        #expect(Boxed<[Bool]>(store: test.store).content == [true])
    }

    @Test(.rows(3, 17, 30, 32), arguments: StoreKind.allCases)
    func severalDomainsLiveSideBySideInSeveralStores(kind: StoreKind) {
        let (test, another) = (TestStore(kind), TestStore(kind))
        let (login, editor) = (App.Login(store: test.store), Editor(store: test.store))
        App.Login.attempts.set(1, in: test.store)
        editor.fontSize = 2
        App.Login(store: another.store).attempts = 3
        #expect(login.attempts == 1 && editor.fontSize == 2)
        #expect(App.Login.attempts.get(from: another.store) == 3)
    }

    @Test(.row(28), arguments: StoreKind.allCases) func storeIsStandardByDefault(kind: StoreKind) {
        struct Silent: SafeDefaults { enum Keys: String, DefaultsKey { case a } }
        let test = TestStore(kind)
        #expect(Silent().store.userDefaults === UserDefaults.standard)
        #expect(App.Login().store == .standard)
        DefaultsStore.withStandard(test.store) { Silent().set(1, forKey: .a) }
        #expect(test.stored("a") == NSNumber(value: 1))
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
