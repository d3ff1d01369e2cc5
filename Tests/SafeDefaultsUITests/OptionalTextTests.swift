import Testing

@testable import SafeDefaults
@testable import SafeDefaultsUI
@testable import TestSupport

/// The text of a text field over an optional string, without SwiftUI.
@Suite(.row(22), .rowsB(8)) struct OptionalTextTests {
    private struct Person: SafeDefaults {
        enum Keys: String, DefaultsKey { case nick, title }

        struct Settings {
            let nick = Setting<String?>(.nick)
            let title = Setting(.title, default: "Dr").rememberingNil()
        }
        static let settings = Settings()
        let store: DefaultsStore
    }

    /// Writes as a binding does to a part of a value: by a key path, to a copy that it then writes back.
    private func type(_ text: String, into nick: inout String?) {
        nick[keyPath: \.orEmpty] = text
    }

    @Test(arguments: [nil, "", "Tom"], ["", "Tom", " ", "\n"])
    func aStringIsStoredAndAnEmptyOneRemovesWhatIsStored(stored: String?, text: String) {
        let person = Person(store: .inMemory())
        person.nick = stored
        type(text, into: &person.nick)
        #expect(person.nick == (text.isEmpty ? nil : text))
        #expect(person.storedKeys == (text.isEmpty ? [] : [.nick]))
    }

    @Test func anEmptyStringIsRememberedAsNilIfTheSettingDoesSo() {
        let person = Person(store: .inMemory())
        #expect(person.title.orEmpty == "Dr")
        type("", into: &person.title)
        #expect(person.title == nil)
        #expect(person.title.orEmpty == "")
    }
}
