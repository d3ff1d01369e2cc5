import Foundation
import Observation
import SafeDefaults
import SafeDefaultsMigrations
import Testing

@testable import TestSupport

/// The settings of IceCubes, 25 in two stores and two families, as `@AppStorage` has stored them.
@Suite(.noHang) struct IceCubesTests {
    /// A class that views observe, and take from their environment.
    final class Preferences: SafeDefaults, Observable {
        typealias Keys = DeclaredKeys<Preferences>

        struct Settings {
            let browser = Setting("preferred_browser", default: Browser.inApp)
            let showsTranslateButton = Setting("show_translate_button_inline", default: true)
            let languages = Setting<[String]>("recently_used_languages", default: [], stored: .json)
            let media = Setting("app_auto_expand_media", default: Media.default)
            let visibility = Setting("app_default_post_visibility", default: Visibility.public)
            let translation = Setting("preferred_translation_type", default: Translation.useServerIfPossible)
            let readerView = Setting("inAppBrowserReaderView", default: false)
            let trailingRight = Setting("swipeactions-status-trailing-right", default: Swipe.favorite)
            let leadingLeft = Setting("swipeactions-status-leading-left", default: Swipe.reply)
            let iconStyle = Setting("swipeactions-icon-style", default: IconStyle.iconWithText)
            let share = Setting("share-button-behavior", default: Share.link)
            let boost = Setting("boost-button-behavior", default: Boost.both)
            let indentation = Setting<UInt>("max_reply_indentation", default: 7)
            let truncates = Setting("notifications-truncate-status-content", default: true)
            let pinned = Setting<[Filter]>("timeline_pinned_filters", default: [], stored: .json)
            let lastFilter = Setting("last_timeline_filter", default: Filter.named(.home), stored: .json)
            let scheme = Setting("selectedScheme", default: Scheme.dark)
            let tint = Setting("tint", default: Colour(red: 0, green: 0, blue: 0))
            let avatar = Setting("avatarPosition2", default: Avatar.leading)
            let theme = Setting("selectedSet", default: Theme.iceCubeDark)
            let followsSystem = Setting("followSystemColorSchme", default: true)
            let lineSpacing = Setting("lineSpacing", default: 1.2)
            let fontScale = Setting("font_size_scale", default: 1.0)
            let font = Setting<Data?>("chosen_font")
        }
        static let settings = Settings()
        let store: DefaultsStore
        init(store: DefaultsStore = .standard) { self.store = store }
    }

    struct Group: SafeDefaults {
        typealias Keys = DeclaredKeys<Self>
        struct Settings { let account = Setting("latestCurrentAccountKey", default: "") }
        static let settings = Settings()
        var store: DefaultsStore = .suite("group.com.thomasricouard.IceCubesApp")
    }

    struct Counts: SafeDefaults {
        struct Keys: DynamicDefaultsKey {
            let rawValue: String
            static let namespace = "push_notifications_count"
            var uniqueValue: String { "push_notifications_count_" + rawValue }
        }
        struct Settings { subscript(token: Double) -> Setting<Int> { Setting("\(token)", default: 0) } }
        static let settings = Settings()
        var store: DefaultsStore = .suite("group.com.thomasricouard.IceCubesApp")
    }

    struct LastSeen: SafeDefaults {
        struct Keys: DynamicDefaultsKey {
            let rawValue: String
            static let namespace = "timeline-last-seen"
            var uniqueValue: String { "timeline-last-seen-" + rawValue }
        }
        struct Settings {
            // By hand: a listed name doesn't tell a client "c1-local" from the client "c1" with the filter "local".
            subscript(client: String, filter: String? = nil) -> Setting<[String]?> {
                Setting("\(filter.map { "\(client)-\($0)" } ?? client)")
            }
        }
        static let settings = Settings()
        var store: DefaultsStore = .standard
    }

    static let step = DefaultsMigrations.Step.custom("one type", ifStored: ["always_use_deepl"]) { draft in
        guard case .boolean(let isDeepL) = draft["always_use_deepl"] else { return }
        if isDeepL { draft["preferred_translation_type"] = "useDeepl" }
        draft["always_use_deepl"] = nil
    }
    static let conversion = DefaultsMigrations("translation", [.version(1, [step])])

    enum Browser: Int, DefaultsValue { case inApp, safari }
    enum Media: String, DefaultsValue { case showAll = "show_all", hideAll = "hide_all", `default` }
    enum Visibility: String, DefaultsValue { case `public`, unlisted, `private`, direct }
    enum Translation: String, DefaultsValue { case useServerIfPossible, useDeepl, useApple }
    enum Swipe: String, DefaultsValue { case none, reply, boost, favorite, bookmark, quote }
    enum IconStyle: String, DefaultsValue { case iconWithText, iconOnly }
    enum Share: Int, DefaultsValue { case link, linkAndText }
    enum Boost: Int, DefaultsValue { case both, boost, quote }
    enum Scheme: String, DefaultsValue { case dark, light }
    enum Avatar: String, DefaultsValue { case leading, top }
    enum Theme: String, DefaultsValue { case iceCubeDark = "Ice Cube - Dark", iceCubeLight = "Ice Cube - Light" }

    struct Colour: DefaultsValue, Equatable {
        var red, green, blue: Double
        var defaultsRepresentation: Int {
            [red, green, blue].reduce(0) { $0 << 8 | Int(($1 * 255).rounded()) }
        }
    }

    /// The app's own `Codable`: an object of one field.
    enum Filter: Codable, Equatable {
        case named(CodingKeys), resume, hashtag(String, String?), list([String: String])
        case group(String, [String], String?)
        enum CodingKeys: String, CodingKey { case home, local, latest, hashtag, tagGroup, list }
    }

    static let pinned =
        #"[{"home":"home"},{"hashtag":["a\/b","x"]},"#
        + #"{"tagGroup":["Swift",["swift","ios"],"number"]},{"list":{"id":"7","title":"News"}}]"#
    static let filters: [Filter] = [
        .named(.home), .hashtag("a/b", "x"), .group("Swift", ["swift", "ios"], "number"),
        .list(["id": "7", "title": "News"]),
    ]

    @Test(arguments: StoreKind.allCases) func everyPlantedFormIsReadAndWrittenAsTheAppReadsIt(kind: StoreKind) throws {
        let test = TestStore(kind)
        try check(
            Preferences(store: test.store),
            AppRow("preferred_browser", 1, \.browser, .safari),
            AppRow(
                false, as: false, ("show_translate_button_inline", \.showsTranslateButton),
                ("notifications-truncate-status-content", \.truncates), ("followSystemColorSchme", \.followsSystem)),
            AppRow("recently_used_languages", #"["en","fr"]"#, \.languages, ["en", "fr"]),
            AppRow("app_auto_expand_media", "hide_all", \.media, .hideAll),
            AppRow("app_default_post_visibility", "private", \.visibility, .private),
            AppRow("inAppBrowserReaderView", true, \.readerView, true),
            AppRow("swipeactions-status-trailing-right", "bookmark", \.trailingRight, .bookmark),
            AppRow("swipeactions-status-leading-left", unreadable: "poll", \.leadingLeft, .reply),
            AppRow("swipeactions-icon-style", "iconOnly", \.iconStyle, .iconOnly),
            AppRow("share-button-behavior", 1, \.share, .linkAndText),
            AppRow("boost-button-behavior", 2, \.boost, .quote),
            AppRow("max_reply_indentation", unreadable: -1, \.indentation, 7),
            AppRow(
                "timeline_pinned_filters", Self.pinned, \.pinned, Self.filters,
                rewritten: Self.pinned.replacingOccurrences(of: #"\/"#, with: "/")),
            AppRow("last_timeline_filter", #"{"hashtag":["swift",null]}"#, \.lastFilter, .hashtag("swift", nil)),
            AppRow("selectedScheme", "light", \.scheme, .light),
            AppRow("tint", 3_368_652, \.tint, Colour(red: 0x33 / 255, green: 0x66 / 255, blue: 0xCC / 255)),
            AppRow("avatarPosition2", "top", \.avatar, .top),
            AppRow("selectedSet", "Ice Cube - Light", \.theme, .iceCubeLight),
            AppRow("lineSpacing", 1.4, \.lineSpacing, 1.4),
            AppRow("font_size_scale", 2, \.fontScale, 2, rewritten: 2.0),
            AppRow("chosen_font", Data("bplist00".utf8), \.font, Data("bplist00".utf8)))
        try check(Group(store: test.store), AppRow("latestCurrentAccountKey", "a:b.c", \.account, "a:b.c"))
        try check(
            Counts(store: test.store), AppRow("push_notifications_count_1700000000.0", 5, \.[1_700_000_000], 5))
        try check(
            LastSeen(store: test.store),
            AppRow("timeline-last-seen-c1", ["110", "109"], \.["c1"], ["110", "109"]),
            AppRow("timeline-last-seen-c1-local", ["1"], \.["c1", "local"], ["1"]))
    }

    @Test(arguments: StoreKind.allCases) func theAppReadsWhatWasChanged(kind: StoreKind) throws {
        let test = TestStore(kind)
        let (preferences, old) = (Preferences(store: test.store), test.store.userDefaults)
        old.set(#"["en","fr"]"#, forKey: "recently_used_languages")
        preferences.languages = Array((["de"] + preferences.languages.filter { $0 != "de" }).prefix(3))
        #expect(old.string(forKey: "recently_used_languages") == #"["de","en","fr"]"#)
        old.set(Self.pinned, forKey: "timeline_pinned_filters")
        preferences.pinned.append(.named(.local))
        let text = try #require(old.string(forKey: "timeline_pinned_filters"))
        #expect(try JSONDecoder().decode([Filter].self, from: Data(text.utf8)) == Self.filters + [.named(.local)])
        #expect(text.hasSuffix(#",{"local":"local"}]"#))
        preferences.lastFilter = .list(["id": "9", "title": "T"])
        #expect(old.string(forKey: "last_timeline_filter") == #"{"list":{"id":"9","title":"T"}}"#)
        preferences.lastFilter = .resume
        #expect(preferences.lastFilter == .named(.latest))
        preferences.tint = Colour(red: 1, green: 0.5, blue: 0)
        #expect(old.integer(forKey: "tint") == 16_744_448)
        preferences.indentation = 4
        #expect(try stored("max_reply_indentation", in: old) == 4)
        old.set("poll", forKey: "swipeactions-status-leading-left")
        preferences.leadingLeft = .quote
        #expect(old.string(forKey: "swipeactions-status-leading-left") == "quote")
        preferences.font = nil
        #expect(old.object(forKey: "chosen_font") == nil)

        let (counts, group) = (Counts(store: test.store), Group(store: test.store))
        group.account = "a:b.c"
        counts[\.[1_700_000_000]] = 5
        counts[\.[1_700_000_001]] += 1
        #expect(old.integer(forKey: "push_notifications_count_1700000001.0") == 1 && counts.storedKeys.count == 2)
        counts.removeAll()
        #expect(counts.storedKeys.isEmpty && old.string(forKey: "latestCurrentAccountKey") == "a:b.c")
    }

    @Test func viewsBindToTheClassAndTrackItsReads() async {
        let (preferences, heard) = (Preferences(store: .inMemory()), Log<Bool>())
        let binding: ReferenceWritableKeyPath<Preferences, Bool> = \.readerView
        let isOn = withObservationTracking {
            preferences[keyPath: binding]
        } onChange: {
            heard.add(true)
        }
        preferences[keyPath: binding] = !isOn
        #expect(preferences.readerView)
        #expect(await eventually { heard.all == [true] })
    }

    @Test(arguments: StoreKind.allCases) func theConversionIsMadeOnceAndOnlyOfABoolean(kind: StoreKind) throws {
        for planted: PropertyListValue in [true, false, "text"] {
            let test = TestStore(kind)
            let (preferences, old) = (Preferences(store: test.store), test.store.userDefaults)
            old.set(planted.foundationObject, forKey: "always_use_deepl")
            for _ in 1...2 {
                _ = try Self.conversion.run(in: test.store)
                #expect(preferences.translation == (planted == true ? .useDeepl : .useServerIfPossible))
                #expect(old.string(forKey: "preferred_translation_type") == (planted == true ? "useDeepl" : nil))
                #expect(old.string(forKey: "always_use_deepl") == (planted == "text" ? "text" : nil))
            }
        }
    }
}

extension IceCubesTests.Colour {
    init(defaultsRepresentation bits: Int) {
        let parts = [16, 8, 0].map { Double(bits >> $0 & 255) / 255 }
        (red, green, blue) = (parts[0], parts[1], parts[2])
    }
}

extension IceCubesTests.Filter {
    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        let key = object.allKeys.first ?? .home
        switch key {
        case .hashtag:
            let parts = try object.decode([String?].self, forKey: key)
            self = .hashtag(parts[0] ?? "", parts[1])
        case .tagGroup:
            var parts = try object.nestedUnkeyedContainer(forKey: key)
            self = .group(
                try parts.decode(String.self), try parts.decode([String].self), try parts.decodeIfPresent(String.self))
        case .list: self = .list(try object.decode([String: String].self, forKey: key))
        default: self = .named(key)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .named(let key): try object.encode(key.rawValue, forKey: key)
        case .resume: try object.encode("resume", forKey: .latest)
        case .list(let list): try object.encode(list, forKey: .list)
        case .hashtag(let tag, let account): try object.encode([tag, account], forKey: .hashtag)
        case .group(let title, let tags, let symbol):
            var parts = object.nestedUnkeyedContainer(forKey: .tagGroup)
            try parts.encode(title)
            try parts.encode(tags)
            if let symbol { try parts.encode(symbol) }
        }
    }
}
