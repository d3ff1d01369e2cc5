import Foundation
import SafeDefaults
import SafeDefaultsMigrations
import Testing

@testable import TestSupport

/// Foundation's types whose own `init(from:)` ends the process on invalid content, in trees and in every form of JSON.
@Suite struct HostileFoundationTypeTests {
    struct Page: Codable, Equatable {
        var rows: IndexSet?
        var link: URLComponents?
        var days: Calendar?
        var letters: CharacterSet?
    }

    struct Domain: SafeDefaults {
        enum Keys: String, DefaultsKey { case one }

        struct Settings {
            let tree = Setting<Page?>(.one)
            let text = Setting<Page?>(.one, stored: .json)
            let inData = Setting<Page?>(.one, stored: .jsonData)
            let list = Setting<Page?>(.one, stored: .propertyListData)
            let foreign = Setting<Page?>(.one, stored: .readingOtherLibraries)
        }
        static let settings = Settings()
        let store = DefaultsStore.inMemory()
    }

    private static func calendar(firstWeekday: Int) -> String {
        #"{"days":{"firstWeekday":\#(firstWeekday),"minimumDaysInFirstWeek":1,"current":0,"identifier":"buddhist","#
            + #""locale":{"identifier":"","current":0},"timeZone":{"identifier":"GMT"}}}"#
    }

    static let pages: [(page: String, isRead: Bool)] = [
        (#"{"rows":{"indexes":[{"location":1,"length":2}]},"link":{"scheme":"a+b-1.c","port":0,"path":"/x"}}"#, true),
        (#"{"rows":{"indexes":[{"location":0,"length":9223372036854775807}]}}"#, true),
        (#"{"rows":{"indexes":[{"location":5,"length":-2}]}}"#, false),
        (#"{"rows":{"indexes":[{"location":-5,"length":2}]}}"#, false),
        (#"{"rows":{"indexes":[{"location":9223372036854775807,"length":1}]}}"#, false),
        (#"{"rows":{"indexes":[{"location":-9223372036854775808,"length":-9223372036854775808}]}}"#, false),
        (#"{"link":{"scheme":"1 ","path":"x"}}"#, false), (#"{"link":{"scheme":"","path":"x"}}"#, false),
        (#"{"link":{"scheme":"ä","path":"x"}}"#, false), (#"{"link":{"port":-1,"path":"x"}}"#, false),
        (calendar(firstWeekday: 2), true), (calendar(firstWeekday: 1 << 32), false),
        (calendar(firstWeekday: .min), false),
    ]

    @Test(arguments: pages) func contentThatCannotBeIsUnreadableInEveryForm(page: String, isRead: Bool) throws {
        let domain = Domain()
        let object = try #require(try JSONSerialization.jsonObject(with: Data(page.utf8)) as? [String: Any])
        let list = try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
        let forms: [(Any, KeyPath<Domain.Settings, Domain.Setting<Page?>>)] = [
            (page, \.text), (Data(page.utf8), \.inData), (Data(page.utf8), \.foreign), (object, \.tree), (list, \.list),
        ]
        for (form, path) in forms {
            domain.store.userDefaults.set(form, forKey: "one")
            #expect(domain.lookup(path).isUnreadable != isRead, "\(type(of: form))")
        }
        domain.store.userDefaults.set(object, forKey: "one")
        if case .unreadable(let error) = domain.lookup(\.tree) {
            #expect(error.codingPath == Array(object.keys))
        }
    }

    // MARK: - Sets of characters, which Foundation on Linux can't read even if it has written them

    @Test func aSetOfCharactersIsNeitherWrittenNorRead() throws {
        let domain = Domain()
        for path in [\Domain.Settings.tree, \.text, \.list] {
            domain[path] = Page()
            let error = try #require(throws: DefaultsError.self) { try domain.write(Page(letters: ["a"]), to: path) }
            #expect(error.kind == .unstorable && error.codingPath == ["letters"])
            #expect(error.reason.contains("store its characters as a string"))
            #expect(domain[path] == Page())
        }
        domain.store.userDefaults.set(["letters": ["bitmap": Data([0, 3])]], forKey: "one")
        #expect(domain.lookup(\.tree).isUnreadable)
    }
}
