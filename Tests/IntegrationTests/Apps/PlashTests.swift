import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// The settings of Plash, 14 and two families, as the library Defaults has stored them.
@Suite(.noHang) struct PlashTests {
    struct Plash: SafeDefaults {
        typealias Keys = DeclaredKeys<Self>

        struct Settings {
            let websites = Setting<[Website]>("websites", default: [], stored: DefaultsCodec<Website>.json.array)
            let isBrowsing = Setting("isBrowsingMode", default: false)
            let hidesIcon = Setting("hideMenuBarIcon", default: false)
            let stopsOnBattery = Setting("deactivateOnBattery", default: false)
            let onAllSpaces = Setting("showOnAllSpaces", default: false)
            let bringsToFront = Setting("bringBrowsingModeToFront", default: false)
            let opensExternally = Setting("openExternalLinksInBrowser", default: false)
            let belowMenuBar = Setting("extendPlashBelowMenuBar", default: false)
            let mutes = Setting("muteAudio", default: true)
            let opacity = Setting("opacity", default: 1.0)
            let reloadInterval = Setting<Double?>("reloadInterval")
            let display = Setting<Display?>("display")
            let bookmarks = Setting<[URL: Data]>("__securityScopedBookmarks__", default: [:])
            let reviewCount = Setting("SSApp_requestReview", default: 0)
        }
        static let settings = Settings()
        var store: DefaultsStore = .standard
    }

    struct Zoom: SafeDefaults {
        struct Keys: DynamicDefaultsKey {
            let rawValue: String
            static let namespace = "zoomLevel"
            var uniqueValue: String { "zoomLevel_" + rawValue }
        }
        struct Settings {
            subscript(page: String) -> Setting<Double?> { Setting("\(Data(page.utf8).base64EncodedString())") }
        }
        static let settings = Settings()
        var store: DefaultsStore = .standard
    }

    struct Hidden: SafeDefaults {
        struct Keys: DynamicDefaultsKey {
            let rawValue: String
            static let namespace = "SS__PersistentlyHideableView"
            var uniqueValue: String { "SS__PersistentlyHideableView__" + rawValue }
        }
        struct Settings { subscript(view: String) -> Setting<Bool> { Setting("\(view)", default: false) } }
        static let settings = Settings()
        var store: DefaultsStore = .standard
    }

    struct Website: Codable, Equatable {
        enum Inversion: String, Codable { case never, always, darkMode }
        var id: UUID
        var isCurrent, usePrintStyles, allowSelfSignedCertificate: Bool
        var url: URL
        var title, css, javaScript: String
        var invertColors2: Inversion

        // By hand, as in the app: a list's elements have no default from which a missing field is taken.
        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            id = try fields.decode(UUID.self, forKey: .id)
            isCurrent = try fields.decode(Bool.self, forKey: .isCurrent)
            usePrintStyles = try fields.decode(Bool.self, forKey: .usePrintStyles)
            url = try fields.decode(URL.self, forKey: .url)
            css = try fields.decode(String.self, forKey: .css)
            javaScript = try fields.decode(String.self, forKey: .javaScript)
            title = try fields.decodeIfPresent(String.self, forKey: .title) ?? ""
            invertColors2 = try fields.decodeIfPresent(Inversion.self, forKey: .invertColors2) ?? .never
            allowSelfSignedCertificate =
                try fields.decodeIfPresent(Bool.self, forKey: .allowSelfSignedCertificate) ?? false
        }
    }

    struct Display: DefaultsValue, Equatable {
        var id: UUID
        var defaultsRepresentation: UUID { id }
    }

    static let id = "6F9619FF-8B86-D011-B42D-00C04FC964FF"
    static let website =
        #"{"id":"\#(id)","isCurrent":true,"url":"https:\/\/a.b\/c?d=%C3%A9","#
        + #""usePrintStyles":false,"css":"","javaScript":"x\/\/y"}"#

    @Test(arguments: StoreKind.allCases) func everyPlantedFormIsRead(kind: StoreKind) throws {
        let test = TestStore(kind)
        let site = try JSONDecoder().decode(Website.self, from: Data(Self.website.utf8))
        #expect(site.title.isEmpty && site.invertColors2 == .never && !site.allowSelfSignedCertificate)
        let written =
            #"{"allowSelfSignedCertificate":false,"css":"","id":"\#(Self.id)","invertColors2":"never","#
            + #""isCurrent":true,"javaScript":"x//y","title":"","url":"https://a.b/c?d=%C3%A9","usePrintStyles":false}"#
        try check(
            Plash(store: test.store),
            AppRow("websites", [Self.website], \.websites, [site], rewritten: [written]),
            AppRow(
                true, as: true, ("isBrowsingMode", \.isBrowsing), ("hideMenuBarIcon", \.hidesIcon),
                ("deactivateOnBattery", \.stopsOnBattery), ("showOnAllSpaces", \.onAllSpaces),
                ("bringBrowsingModeToFront", \.bringsToFront), ("openExternalLinksInBrowser", \.opensExternally),
                ("extendPlashBelowMenuBar", \.belowMenuBar)),
            AppRow("muteAudio", false, \.mutes, false),
            AppRow("opacity", 0.25, \.opacity, 0.25),
            AppRow("reloadInterval", 60, \.reloadInterval, 60, rewritten: 60.0),
            AppRow("display", Self.id, \.display, UUID(uuidString: Self.id).map(Display.init(id:))),
            AppRow(
                "__securityScopedBookmarks__", ["file:///x/": Data([9])], \.bookmarks,
                [try #require(URL(string: "file:///x/")): Data([9])]),
            AppRow("SSApp_requestReview", 2, \.reviewCount, 2))
        try check(Zoom(store: test.store), AppRow("zoomLevel_YS5iL2M=", 1.5, \.["a.b/c"], 1.5))
        try check(
            Hidden(store: test.store), AppRow("SS__PersistentlyHideableView__welcome", true, \.["welcome"], true))
    }

    @Test(arguments: StoreKind.allCases) func theAppReadsWhatWasChanged(kind: StoreKind) throws {
        let test = TestStore(kind)
        let (plash, zoom, old) = (Plash(store: test.store), Zoom(store: test.store), test.store.userDefaults)
        old.set([Self.website], forKey: "websites")
        plash.websites[0].title = "T/t"
        plash.websites[0].invertColors2 = .darkMode
        let text = try #require((old.array(forKey: "websites") as? [String])?.first)
        let fields = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(fields.count == 9 && fields["title"] as? String == "T/t" && fields["id"] as? String == Self.id)
        #expect(fields["invertColors2"] as? String == "darkMode" && fields["css"] as? String == "")
        plash.opacity = 1
        plash.display = try Display(id: #require(UUID(uuidString: Self.id.lowercased())))
        plash.reviewCount = 2
        plash.update(\.reviewCount) { $0 += 1 }
        #expect(try stored("opacity", in: old) == 1.0 && old.string(forKey: "display") == Self.id)
        #expect(try stored("SSApp_requestReview", in: old) == 3)

        // One setting follows another.
        let heard = Log<Bool>()
        let token = plash.observe(\.websites) { change in
            heard.add(change.newValue.isEmpty)
            if change.newValue.isEmpty { plash.isBrowsing = false }
        }
        plash.isBrowsing = true
        plash.websites = []
        token.cancel()
        #expect(heard.all == [true] && !plash.isBrowsing && old.array(forKey: "websites")?.isEmpty == true)

        old.set(1.5, forKey: "zoomLevel_YS5iL2M=")
        old.set("⌘K", forKey: "KeyboardShortcuts_toggle")
        zoom[\.["d.e/f"]] = 2
        #expect(old.dictionaryRepresentation().keys.filter { $0.hasPrefix("zoomLevel_") }.count == 2)
        #expect(zoom.storedKeys.count == 2)
        zoom.removeAll()
        #expect(zoom.storedKeys.isEmpty && old.object(forKey: "zoomLevel_YS5iL2M=") == nil)
        #expect(plash.reviewCount == 3)
        plash.removeAll()
        #expect(plash.storedKeys.isEmpty && old.string(forKey: "KeyboardShortcuts_toggle") == "⌘K")
    }

    @Test func defaultsAreRegisteredInTheirStoredForm() throws {
        let plash = Plash(store: .inMemory())
        plash.registerDefaults()
        let old = plash.store.userDefaults
        #expect(old.array(forKey: "websites")?.isEmpty == true && old.object(forKey: "reloadInterval") == nil)
        #expect(try stored("opacity", in: old) == 1.0 && stored("muteAudio", in: old) == true)
    }
}

extension PlashTests.Display {
    init(defaultsRepresentation id: UUID) { self.id = id }
}
