import Foundation
import Testing

@testable import SafeDefaults
@testable import SafeDefaultsFiles
@testable import TestSupport

/// Settings with former names whose names have values in several layers: launch arguments, stored values, and values
/// that were registered by other code.
@Suite(.rowsB(13), .row(68)) struct FormerNameLayerTests {
    /// A domain whose stored names are unique to a store.
    struct Editor: SafeDefaults {
        struct Keys: DefaultsKey {
            let rawValue: String
            init(rawValue: String) { self.rawValue = rawValue }
            var uniqueValue: String { Self.test.map { $0.name(rawValue) } ?? rawValue }
            static let allCases = ["size", "older", "old"].map(Keys.init(rawValue:))
            @TaskLocal static var test: LayeredStore?
        }

        struct Settings {
            let size = Setting(
                Keys(rawValue: "size"), default: 1, formerly: .key(Keys(rawValue: "older")), .key(Keys(rawValue: "old"))
            )
        }
        static var settings: Settings { Settings() }
        var store: DefaultsStore
    }

    private func withEditor(_ kind: LayeredStore.Kind, _ body: (Editor, LayeredStore) throws -> Void) rethrows {
        let test = LayeredStore(kind)
        try Editor.Keys.$test.withValue(test) { try body(Editor(store: test.store), test) }
    }

    /// As code does that keeps its table of registered values while settings move to new names.
    private func register(_ values: [String: Int], in test: LayeredStore) {
        test.defaults.register(
            defaults: Dictionary(values.map { (test.name($0), $1) }, uniquingKeysWith: { $1 }))
    }

    @Test(arguments: LayeredStore.Kind.allCases)
    func aStoredFormerValueIsPreferredToARegisteredOne(kind: LayeredStore.Kind) {
        withEditor(kind) { editor, test in
            test.defaults.set(20, forKey: test.name("old"))
            register(["size": 12, "older": 11], in: test)
            #expect(editor.size == 20 && Editor.size.origin(in: test.store) == .stored)
            #expect(editor.lookup(\.size).readable == 20)
            #expect(editor.firstHeard() == 20)
            @Stored(Editor.size, store: test.store, options: .cached) var cached
            #expect(cached == 20)
            editor.edit { draft in
                #expect(draft.size == 20)
                draft.set(30, forKey: Editor.Keys(rawValue: "size"))
                #expect(draft.size == 30)
                draft.removeObject(forKey: Editor.Keys(rawValue: "size"))
                #expect(draft.size == 20)
            }
            let heard = Shared<[Int]>([])
            let token = editor.observe(\.size) { change in
                heard.change { $0 += [change.oldValue, change.newValue] }
            }
            editor.size += 1
            #expect(heard.value == [20, 21] && editor.size == 21)
            #expect(test.stored(["size", "older", "old"]) == ["size": .value(21)])
            editor.reset(\.size)
            #expect(editor.size == 12 && Editor.size.origin(in: test.store) == .registered)
            withExtendedLifetime(token) {}
        }
    }

    @Test(arguments: LayeredStore.Kind.allCases)
    func observersHearTheRegisteredValueOnceTheFormerOneIsRemoved(kind: LayeredStore.Kind) {
        withEditor(kind) { editor, test in
            register(["size": 12], in: test)
            test.defaults.set(20, forKey: test.name("old"))
            @Stored(Editor.size, store: test.store, options: .cached) var cached
            #expect(cached == 20)
            let heard = Shared<[Int]>([])
            let token = editor.observe(\.size) { change in
                heard.change { $0 += [change.oldValue, change.newValue] }
            }
            editor.reset(\.size)
            #expect(heard.value == [20, 12] && editor.size == 12 && cached == 12)
            Editor(store: test.store).set(30, forKey: Editor.Keys(rawValue: "old"))
            #expect(heard.value == [20, 12, 12, 30] && editor.size == 30 && cached == 30)
            withExtendedLifetime(token) {}
        }
    }

    @Test(arguments: LayeredStore.Kind.allCases)
    func aLaunchArgumentIsPreferredToAStoredFormerValue(kind: LayeredStore.Kind) {
        withEditor(kind) { editor, test in
            register(["size": 12], in: test)
            test.defaults.set(20, forKey: test.name("old"))
            test.setArguments(["size": "7"])
            #expect(editor.size == 7 && Editor.size.origin(in: test.store) == .argument)
            editor.update(\.size) { $0 += 1 }
            test.setArguments([:])
            #expect(editor.size == 21)
            #expect(test.stored(["size", "old"]) == ["size": .value(21)])
        }
    }
}

extension FormerNameLayerTests.Editor {
    /// The value with which an observer is called first.
    fileprivate func firstHeard() -> Int? {
        let found = Shared<Int?>(nil)
        let token = observe(\.size, initial: true) { change in found.change { $0 = change.newValue } }
        withExtendedLifetime(token) {}
        return found.value
    }
}
