import ContractCases
import Foundation
import SafeDefaults
import SafeDefaultsArchives
import Testing

@testable import TestSupport

/// Settings with the codec of keyed archives.
@Suite(.row(59)) struct ArchiveCodecTests {
    struct Domain: SafeDefaults {
        enum Keys: String, DefaultsKey { case one }

        struct Settings {
            let page = Setting<ArchivedPage?>(.one, stored: .archive(of: ArchivedPage.self, allowing: [NSURL.self]))
            let tag = Setting<ArchivedTag?>(.one, stored: .archive(of: ArchivedTag.self))
            let pageAlone = Setting<ArchivedPage?>(.one, stored: .archive(of: ArchivedPage.self))
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    let kept = TestStore(.inMemory)
    var domain: Domain { Domain(store: kept.store) }

    @Test(arguments: ["https://example.com/a?b#c", "a/b", "file:///tmp/x"])
    func aURLInAnObjectIsWrittenAndReadIfItIsListed(text: String) throws {
        let url = try #require(NSURL(string: text, relativeTo: URL(string: "https://example.com/base/")))
        domain.page = ArchivedPage(url)
        #expect(domain.page?.url.absoluteString == url.absoluteString)
        #expect(domain.page?.url.baseURL == url.baseURL)
        let error = #expect(throws: DefaultsError.self) { try domain.read(\.pageAlone) }
        #expect(error?.reason.contains("the class NSURL, which isn't in the list") == true)
        let before = kept.raw("one") as? Data
        #expect(throws: DefaultsError.self) { try domain.write(ArchivedPage(url), to: \.pageAlone) }
        #expect(kept.raw("one") as? Data == before)
    }

    /// Without the codec, a class that is only Codable is stored as a tree.
    @Test func theTypesOwnFormIsRead() {
        domain.set(["name": "x"], forKey: .one)
        #expect(domain.tag?.name == "x")
    }

    // NB: on Linux, Foundation ends the process when it reads such an archive.
    @Test func anArchivedStringThatIsNoURLIsUnreadable() throws {
        let url = try #require(NSURL(string: "https://example.com/aaaaaaaaaa"))
        let whole = try NSKeyedArchiver.archivedData(withRootObject: ArchivedPage(url), requiringSecureCoding: true)
        for bad in ["http://[", "%zz", "http://a b"] {
            var data = whole
            let place = try #require(data.range(of: Data("https://example.com/aaaaaaaaaa".utf8)))
            let text = bad + String(repeating: String(bad.suffix(1)), count: place.count - bad.utf8.count)
            data.replaceSubrange(place, with: Data(text.utf8))
            guard NSURL(string: text) == nil else { continue }
            domain.set(data, forKey: .one)
            #expect(domain.lookup(\.page).isUnreadable, "\(text)")
        }
    }
}

// MARK: - Classes, at the top level because an archive on Linux can name no others

/// An object that refers to a URL.
final class ArchivedPage: NSObject, NSSecureCoding, @unchecked Sendable {
    // `@unchecked Sendable` because a URL can't be changed.
    static let supportsSecureCoding = true
    let url: NSURL

    init(_ url: NSURL) { self.url = url }

    init?(coder: NSCoder) {
        guard let url = coder.decodeObject(of: NSURL.self, forKey: "url") else { return nil }
        self.url = url
    }

    func encode(with coder: NSCoder) { coder.encode(url, forKey: "url") }
}

/// Codable as well.
final class ArchivedTag: NSObject, NSSecureCoding, Codable, @unchecked Sendable {
    // `@unchecked Sendable` because nothing of it changes.
    static let supportsSecureCoding = true
    let name: String

    init?(coder: NSCoder) { name = coder.decodeObject(of: NSString.self, forKey: "name") as String? ?? "" }

    func encode(with coder: NSCoder) { coder.encode(name as NSString, forKey: "name") }
}
