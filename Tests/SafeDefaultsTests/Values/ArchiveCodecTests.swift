import ContractCases
import Foundation
import SafeDefaults
import SafeDefaultsArchives
import Testing

@testable import TestSupport

/// Settings with the codec of keyed archives.
@Suite(.row(59)) struct ArchiveCodecTests {
    typealias Scene = ArchivedScene
    typealias Lamp = ArchivedLamp
    typealias Tag = ArchivedTag

    struct Domain: SafeDefaults {
        enum Keys: String, DefaultsKey { case one }
        static let codec = DefaultsCodec.archive(of: Scene.self, allowing: [Lamp.self])

        struct Settings {
            let scene = Setting<Scene?>(.one, stored: .archive(of: Scene.self, allowing: [Lamp.self]))
            let narrow = Setting<Scene?>(.one, stored: .archive(of: Scene.self))
            let scenes = Setting<[Scene]>(.one, default: [], stored: codec.array)
            let holes = Setting<[Scene?]>(.one, default: [], stored: codec.optional.array)
            let fallback = Setting<Scene?>(.one, default: Scene("default"), stored: codec.optional)
            let remembering = Setting<Scene?>(.one, default: Scene("default"), stored: codec.optional)
                .rememberingNil()
            let words = Setting<NSArray?>(.one, stored: .archive(of: NSArray.self))
            let tree = Setting<Tag?>(.one)
            let tag = Setting<Tag?>(.one, stored: .archive(of: Tag.self))
            let room = Setting<Room?>(.one, stored: .archive(of: Room.self))
            let ownRoom = Setting<Room?>(.one)
            let page = Setting<ArchivedPage?>(.one, stored: .archive(of: ArchivedPage.self, allowing: [NSURL.self]))
            let pageAlone = Setting<ArchivedPage?>(.one, stored: .archive(of: ArchivedPage.self))
            let inner = Setting<Inner?>(.one, stored: .archive(of: Inner.self))
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    final class Inner: NSObject, NSSecureCoding {
        static let supportsSecureCoding = true
        override init() {}
        init?(coder: NSCoder) {}
        func encode(with coder: NSCoder) {}
    }

    let kept = TestStore(.inMemory)
    var domain: Domain { Domain(store: kept.store) }

    @Test(arguments: StoreKind.allCases) func anObjectIsOneArchiveInData(kind: StoreKind) throws {
        let kept = TestStore(kind)
        let domain = Domain(store: kept.store)
        domain.scene = Scene("hall", lamp: Lamp(3))
        let data = try #require(kept.raw("one") as? Data)
        let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        #expect(list?["$archiver"] as? String == "NSKeyedArchiver")
        #expect(domain.scene == Scene("hall", lamp: Lamp(3)))
        domain.scene = nil
        #expect(kept.raw("one") == nil)
    }

    @Test func theListOfClassesDecidesWhatIsWrittenAndRead() throws {
        domain.narrow = Scene("dark")
        #expect(domain.narrow == Scene("dark"))
        let before = try #require(kept.raw("one") as? Data)
        let issues = IssueRecorder.issues { domain.narrow = Scene("hall", lamp: Lamp(3)) }
        #expect(issues.map(\.kind) == [.failedWrite])
        #expect(kept.raw("one") as? Data == before)
        domain.scene = Scene("hall", lamp: Lamp(3))
        #expect(domain.lookup(\.narrow).isUnreadable)
        #expect(domain.scene == Scene("hall", lamp: Lamp(3)))
    }

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

    @Test func itComposesWithArraysAndOptionals() throws {
        domain.scenes = [Scene("a"), Scene("b", lamp: Lamp(1))]
        #expect((kept.raw("one") as? [Data])?.count == 2)
        #expect(domain.scenes == [Scene("a"), Scene("b", lamp: Lamp(1))])
        domain.holes = [nil, Scene("a")]
        let stored = try #require(domain.value([PropertyListValue].self, forKey: .one))
        #expect(stored.first == ["$nil": true] && stored.last?.kind == .data)
        #expect(domain.holes == [nil, Scene("a")])
        let issues = IssueRecorder.issues { #expect(domain.scenes == []) }
        #expect(issues.count == 1 && issues.first?.error.codingPath == ["[0]"])
        domain.fallback = Scene("c")
        #expect(domain.fallback == Scene("c") && domain.scene == Scene("c"))
        domain.fallback = nil
        #expect(domain.fallback == Scene("default"))
        domain.remembering = nil
        #expect(domain.remembering == nil && domain.contains(\.remembering))
    }

    @Test func theTypesOwnFormIsRead() {
        domain.ownRoom = Room("hall")
        #expect(domain.room == Room("hall"))
        domain.room = Room("attic")
        #expect(domain.ownRoom == Room("attic"))
        // Without the codec, a class that is only Codable is stored as a tree.
        domain.tree = Tag("x")
        #expect(domain.value(PropertyListValue.self, forKey: .one) == ["name": "x"])
        #expect(domain.tag == Tag("x"))
        domain.tag = Tag("y")
        #expect(kept.raw("one") is Data)
        #expect(domain.tag == Tag("y"))
    }

    @Test(
        .row(86),
        arguments: [
            1, "x", ["name": "x"], [.data(Data([1]))], .data(Data()), .data(Data("{}".utf8)),
        ] as [PropertyListValue])
    func anythingElseIsUnreadable(stored: PropertyListValue) {
        domain.set(stored, forKey: .one)
        let issues = IssueRecorder.issues { #expect(domain.scene == nil) }
        #expect(issues.map(\.kind) == [.unreadableValue])
        #expect(domain.value(PropertyListValue.self, forKey: .one) == stored)
    }

    @Test func anArchiveOfAnotherClassIsUnreadable() throws {
        domain.words = ["a", "b"]
        #expect(domain.words == ["a", "b"])
        #expect(domain.lookup(\.scene).isUnreadable)
        // The class is allowed inside of the value, but isn't the type of the setting.
        let data = try NSKeyedArchiver.archivedData(withRootObject: Lamp(3), requiringSecureCoding: true)
        domain.set(data, forKey: .one)
        #expect(domain.lookup(\.scene).isUnreadable)
    }

    #if os(Linux)
    @Test func aClassThatAnArchiveCannotNameFailsTheWrite() {
        domain.scene = Scene("old")
        #expect(throws: DefaultsError.self) { try domain.write(Inner(), to: \.inner) }
        #expect(domain.scene == Scene("old"))
    }
    #endif
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

/// An object that refers to one of another class.
final class ArchivedScene: NSObject, NSSecureCoding, @unchecked Sendable {
    static let supportsSecureCoding = true
    let name: String
    let lamp: ArchivedLamp?

    init(_ name: String, lamp: ArchivedLamp? = nil) {
        self.name = name
        self.lamp = lamp
    }

    init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "name") as String? else { return nil }
        self.name = name
        lamp = coder.decodeObject(of: ArchivedLamp.self, forKey: "lamp")
    }

    func encode(with coder: NSCoder) {
        coder.encode(name as NSString, forKey: "name")
        coder.encode(lamp, forKey: "lamp")
    }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ArchivedScene else { return false }
        return name == other.name && lamp == other.lamp
    }

    override var hash: Int { name.hashValue }
}

final class ArchivedLamp: NSObject, NSSecureCoding, @unchecked Sendable {
    static let supportsSecureCoding = true
    let watts: Int

    init(_ watts: Int) { self.watts = watts }

    init?(coder: NSCoder) { watts = coder.decodeInteger(forKey: "watts") }

    func encode(with coder: NSCoder) { coder.encode(watts, forKey: "watts") }

    override func isEqual(_ object: Any?) -> Bool { (object as? ArchivedLamp)?.watts == watts }
    override var hash: Int { watts }
}

/// Codable as well.
final class ArchivedTag: NSObject, NSSecureCoding, Codable, @unchecked Sendable {
    static let supportsSecureCoding = true
    let name: String

    init(_ name: String) { self.name = name }

    init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "name") as String? else { return nil }
        self.name = name
    }

    func encode(with coder: NSCoder) { coder.encode(name as NSString, forKey: "name") }

    override func isEqual(_ object: Any?) -> Bool { (object as? ArchivedTag)?.name == name }
    override var hash: Int { name.hashValue }
}
