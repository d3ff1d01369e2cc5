import Foundation
import SafeDefaults
import Testing

/// Foundation's types whose own `init(from:)` ends the process on invalid content, in trees and in every form of JSON.
@Suite struct HostileFoundationTypeTests {
    struct Page: Codable, Equatable {
        var rows: IndexSet?
        var link: URLComponents?
    }

    struct Domain: SafeDefaults {
        enum Keys: String, DefaultsKey { case one }
        static let tree = Setting<Page?>(.one)
        static let text = Setting<Page?>(.one, stored: .json)
        static let inData = Setting<Page?>(.one, stored: .jsonData)
        static let list = Setting<Page?>(.one, stored: .propertyListData)
        let store = DefaultsStore.inMemory()
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
    ]

    @Test(arguments: pages) func contentThatCannotBeIsUnreadableInEveryForm(page: String, isRead: Bool) throws {
        let domain = Domain()
        let object = try #require(try JSONSerialization.jsonObject(with: Data(page.utf8)) as? [String: Any])
        let list = try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
        let forms: [(Any, KeyPath<Domain.Type, Domain.Setting<Page?>>)] = [
            (page, \.text), (Data(page.utf8), \.inData), (Data(page.utf8), \.tree), (object, \.tree), (list, \.list),
        ]
        for (form, path) in forms {
            domain.store.userDefaults.set(form, forKey: "one")
            #expect(domain.lookup(path).isUnreadable != isRead, "\(type(of: form))")
        }
        domain.store.userDefaults.set(object, forKey: "one")
        if case .unreadable(let error) = domain.lookup(\.tree) {
            #expect(error.codingPath == [object["rows"] == nil ? "link" : "rows"])
        }
    }

    @Test func indexesAreReadBack() {
        let domain = Domain()
        let page = Page(rows: [1, 2, 5, 100])
        domain[Domain.tree] = page
        #expect(domain[Domain.tree] == page)
    }
}
