import Foundation
import SafeDefaults
import SafeDefaultsMigrations
import Testing

@testable import TestSupport

/// The settings of NetNewsWire: 29 on the Mac and 7 of the state on iOS, one of each in a group.
@Suite(.noHang) struct NetNewsWireTests {
    struct Mac: SafeDefaults {
        typealias Keys = DeclaredKeys<Self>

        struct Settings {
            let firstRun = Setting<Date?>("firstRunDate")
            let window = Setting<[String: PropertyListValue]?>("windowState")
            let secureWindow = Setting<Data?>("secureWindowState")
            let lastFlush = Setting<Date?>("lastImageCacheFlushDate")
            let sidebarSize = Setting("sidebarFontSize", default: FontSize.medium)
            let timelineSize = Setting("timelineFontSize", default: FontSize.medium)
            let detailSize = Setting("detailFontSize", default: FontSize.medium)
            let sortDirection = Setting("timelineSortDirection", default: SortDirection.descending)
            let groupsByFeed = Setting("timelineGroupByFeed", default: false)
            let opensInBackground = Setting("openInBrowserInBackground", default: false)
            let textSize = Setting("articleTextSize", default: TextSize.large)
            let refreshInterval = Setting("refreshInterval", default: RefreshInterval.twoHours)
            let feedAccount = Setting<String?>("addFeedAccountID")
            let feedFolder = Setting<String?>("addFeedFolderName")
            let folderAccount = Setting<String?>("addFolderAccountID")
            let importAccount = Setting<String?>("importOPMLAccountID")
            let exportAccount = Setting<String?>("exportOPMLAccountID")
            let browser = Setting<String?>("defaultBrowserID")
            let theme = Setting<String?>("currentThemeName", default: "Default")
            let runsJavaScript = Setting("articleContentJavascriptEnabled", default: true)
            let showsDebugMenu = Setting("ShowDebugMenu", default: false)
            let separators = Setting("CorreiaSeparators", default: false)
            let doubleClickMarks = Setting("GruberFeedDoubleClickMarkAsRead", default: false)
            let suppressesSync = Setting("DevroeSuppressSyncOnLaunch", default: false)
            let inspects = Setting("WebInspectorEnabled", default: false)
            let titleMode = Setting("KafasisTitleMode", default: false)
            let inspectorAttached = Setting(
                "__WebInspectorPageGroupLevel1__.WebKit2InspectorStartsAttached", default: false)
            // By hand: AppKit's name is declared only to be registered.
            let scrollsUnderTitle = Setting("NSScrollViewShouldScrollUnderTitlebar", default: false)
        }
        static let settings = Settings()
        var store: DefaultsStore = .standard
    }

    struct MacGroup: SafeDefaults {
        typealias Keys = DeclaredKeys<Self>
        struct Settings { let subscribes = Setting("subscribeToFeedsInDefaultBrowser", default: false) }
        static let settings = Settings()
        var store: DefaultsStore
    }

    struct Phone: SafeDefaults {
        typealias Keys = DeclaredKeys<Self>

        struct Settings {
            let hidesRead = Setting("hideReadFeeds", default: false)
            let expanded = Setting<Set<Kept<Container>>>("expandedContainers", default: [])
            let smartFeedsHiding = Setting<Set<String>>("smartFeedsHidingReadArticles", default: [])
            let feedsHiding = Setting<[String: Set<String>]>("feedsHidingReadArticles", default: [:])
            let selected = Setting<Selection?>("selectedSidebarItem")
            let scrollY = Setting("articleWindowScrollY", default: 0)
        }
        static let settings = Settings()
        var store: DefaultsStore = .standard
    }

    struct PhoneGroup: SafeDefaults {
        typealias Keys = DeclaredKeys<Self>
        struct Settings { let timelineWidth = Setting<Int?>("timelineWidth") }
        static let settings = Settings()
        var store: DefaultsStore
    }

    static let step = DefaultsMigrations.Step.custom("no ten minutes", ifStored: ["refreshInterval"]) { draft in
        if draft["refreshInterval"] == 2 { draft["refreshInterval"] = 3 }
    }
    static let conversion = DefaultsMigrations("refresh", [.version(1, [step])])

    enum FontSize: Int, DefaultsValue { case small, medium, large, veryLarge }
    enum TextSize: Int, DefaultsValue { case small = 1, medium, large, xLarge, xxLarge }
    enum RefreshInterval: Int, DefaultsValue { case byHand = 1, halfHour = 3, oneHour, twoHours, fourHours, eightHours }

    enum SortDirection: Int, DefaultsValue {
        case ascending = -1, descending = 1
        init(defaultsRepresentation number: Int) { self = number == -1 ? .ascending : .descending }
    }

    struct Container: Codable, Hashable {
        enum Kind: String, Codable { case smartFeedController, account, folder }
        var type: Kind
        var accountID, folderName: String?
    }

    struct Selection: DefaultsValue, Equatable {
        var account, feed: String
        var defaultsRepresentation: [String: String] { ["type": "feed", "accountID": account, "feedID": feed] }
        init(defaultsRepresentation fields: [String: String]) throws {
            guard let account = fields["accountID"], let feed = fields["feedID"] ?? fields["webFeedID"] else {
                throw CocoaError(.coderValueNotFound)
            }
            (self.account, self.feed) = (account, feed)
        }
    }

    static let date = Date(timeIntervalSince1970: 1_767_323_045)  // 2026-01-02T03:04:05Z

    @Test(arguments: StoreKind.allCases) func everyPlantedFormOfTheMacIsRead(kind: StoreKind) throws {
        let test = TestStore(kind)
        let mac = Mac(store: test.store)
        let window: PropertyListValue = ["splitViewWidths": [200, 300, 500], "frame": "{{0,0},{1,1}}"]
        guard case .dictionary(let fields) = window else { return }
        try check(
            mac,
            AppRow("firstRunDate", Self.date, \.firstRun, Self.date),
            AppRow("windowState", window.foundationObject, \.window, fields),
            AppRow("secureWindowState", Data([1, 2]), \.secureWindow, Data([1, 2])),
            AppRow("lastImageCacheFlushDate", Self.date, \.lastFlush, Self.date),
            AppRow(
                3, as: .veryLarge, ("sidebarFontSize", \.sidebarSize), ("timelineFontSize", \.timelineSize),
                ("detailFontSize", \.detailSize)),
            AppRow("timelineSortDirection", -1, \.sortDirection, .ascending),
            AppRow("timelineGroupByFeed", true, \.groupsByFeed, true),
            AppRow("openInBrowserInBackground", "YES", \.opensInBackground, true, rewritten: true),
            AppRow("articleTextSize", "4", \.textSize, .xLarge, rewritten: 4),
            AppRow("articleTextSize", unreadable: 99, \.textSize, .large),
            AppRow("refreshInterval", 6, \.refreshInterval, .fourHours),
            AppRow("refreshInterval", unreadable: 9, \.refreshInterval, .twoHours),
            AppRow(
                "OnMyMac", as: "OnMyMac", ("addFeedAccountID", \.feedAccount), ("addFeedFolderName", \.feedFolder),
                ("addFolderAccountID", \.folderAccount), ("importOPMLAccountID", \.importAccount),
                ("exportOPMLAccountID", \.exportAccount), ("defaultBrowserID", \.browser)),
            AppRow("currentThemeName", "Sepia", \.theme, "Sepia"),
            AppRow("articleContentJavascriptEnabled", false, \.runsJavaScript, false),
            AppRow("ShowDebugMenu", true, \.showsDebugMenu, true),
            AppRow(
                1, as: true, rewritten: true, ("CorreiaSeparators", \.separators),
                ("GruberFeedDoubleClickMarkAsRead", \.doubleClickMarks),
                ("DevroeSuppressSyncOnLaunch", \.suppressesSync), ("WebInspectorEnabled", \.inspects)),
            AppRow("KafasisTitleMode", "YES", \.titleMode, true, rewritten: true),
            AppRow(
                "__WebInspectorPageGroupLevel1__.WebKit2InspectorStartsAttached", true, \.inspectorAttached, true))
        try check(MacGroup(store: test.store), AppRow("subscribeToFeedsInDefaultBrowser", true, \.subscribes, true))
        for number in [0, -2] {
            test.store.userDefaults.set(number, forKey: "timelineSortDirection")
            #expect(mac.sortDirection == .descending && !mac.scrollsUnderTitle)
        }
    }

    @Test(arguments: StoreKind.allCases) func everyPlantedFormOfThePhoneIsRead(kind: StoreKind) throws {
        let test = TestStore(kind)
        let account = ["type": "account", "accountID": "1"]
        let folder = ["type": "folder", "accountID": "1", "folderName": "x"]
        let containers = [
            Container(type: .account, accountID: "1"),
            Container(type: .folder, accountID: "1", folderName: "x"),
        ]
        let expanded = Set(containers.map(Kept.known))
        let selection = try Selection(defaultsRepresentation: ["accountID": "1", "feedID": "f"])
        try check(
            Phone(store: test.store),
            AppRow("hideReadFeeds", true, \.hidesRead, true),
            AppRow("expandedContainers", [account, folder], \.expanded, expanded, rewritten: [folder, account]),
            AppRow("smartFeedsHidingReadArticles", ["s", "s"], \.smartFeedsHiding, ["s"], rewritten: ["s"]),
            AppRow("feedsHidingReadArticles", ["1": ["a", "b"]], \.feedsHiding, ["1": ["a", "b"]]),
            AppRow(
                "selectedSidebarItem", ["type": "feed", "accountID": "1", "webFeedID": "f"], \.selected, selection,
                rewritten: ["type": "feed", "accountID": "1", "feedID": "f"]),
            AppRow("articleWindowScrollY", 12, \.scrollY, 12))
        try check(PhoneGroup(store: test.store), AppRow("timelineWidth", 320, \.timelineWidth, 320))
    }

    @Test(arguments: StoreKind.allCases) func theAppReadsWhatWasChanged(kind: StoreKind) throws {
        let test = TestStore(kind)
        let (mac, old) = (Mac(store: test.store), test.store.userDefaults)
        old.set(2, forKey: "refreshInterval")
        for _ in 1...2 { _ = try Self.conversion.run(in: test.store) }
        #expect(mac.refreshInterval == .halfHour && old.integer(forKey: "refreshInterval") == 3)
        (mac.refreshInterval, mac.sortDirection, mac.textSize) = (.fourHours, .ascending, .small)
        #expect(try stored("refreshInterval", in: old) == 6 && stored("timelineSortDirection", in: old) == -1)
        #expect(try stored("articleTextSize", in: old) == 1)
        (mac.theme, mac.feedAccount) = ("Sepia", "a")
        (mac.theme, mac.feedAccount) = (nil, nil)
        #expect(mac.theme == "Default" && old.object(forKey: "addFeedAccountID") == nil)

        let name = "__WebInspectorPageGroupLevel1__.WebKit2InspectorStartsAttached"
        mac.inspectorAttached = true
        #expect(try stored(name, in: old) == true)
        let heard = Log<Bool>()
        // The system can't observe a name with a dot, which is reported.
        let token = DefaultsIssue.withHandler({ _ in }) {
            mac.observe(\.inspectorAttached) { heard.add($0.newValue) }
        }
        mac.inspectorAttached = false
        token.cancel()
        #expect(heard.all == [false])

        // The window's state, and the first run, as at a start.
        old.set(["frame": "f"], forKey: "windowState")
        #expect(mac.secureWindow == nil && mac.window == ["frame": "f"])
        mac.reset(\.window)
        if mac.firstRun == nil { mac.firstRun = Self.date }
        #expect(old.object(forKey: "windowState") == nil && old.object(forKey: "firstRunDate") as? Date == Self.date)
    }

    @Test(arguments: StoreKind.allCases) func listsAndSetsKeepWhatANewerVersionAdded(kind: StoreKind) throws {
        let test = TestStore(kind)
        let (phone, old) = (Phone(store: test.store), test.store.userDefaults)
        let (known, future) = (["type": "smartFeedController"], ["kind": "future"])
        old.set([known, future], forKey: "expandedContainers")
        #expect(phone.expanded.compactMap(\.known) == [Container(type: .smartFeedController)])
        phone.expanded.insert(.known(Container(type: .account, accountID: "1")))
        let list = try #require(old.array(forKey: "expandedContainers") as? [[String: String]])
        #expect(list.count == 3 && list.contains(known) && list.contains(future))

        old.set(["1": ["a", "b"]], forKey: "feedsHidingReadArticles")
        phone.feedsHiding["2", default: []].insert("z")
        let feeds = old.dictionary(forKey: "feedsHidingReadArticles") as? [String: [String]]
        #expect(feeds?["2"] == ["z"] && feeds?["1"]?.sorted() == ["a", "b"])
        let group = PhoneGroup(store: test.store)
        group.timelineWidth = 320
        (phone.selected, group.timelineWidth) = (nil, nil)
        #expect(old.object(forKey: "timelineWidth") == nil && old.object(forKey: "selectedSidebarItem") == nil)
    }

    @Test func registeredDefaultsServeBindingsAndAreNeverTakenForTheUsers() throws {
        let mac = Mac(store: .inMemory())
        mac.registerDefaults()
        let old = mac.store.userDefaults
        #expect(old.integer(forKey: "timelineFontSize") == 1 && old.integer(forKey: "refreshInterval") == 5)
        #expect(try stored("NSScrollViewShouldScrollUnderTitlebar", in: old) == false)
        #expect(mac.storedKeys.isEmpty && mac.theme == "Default")
    }

    #if os(Linux)
    @Test func writesPostTheNoticeThatNinePlacesListenTo() {
        let test = TestStore(.apple)
        let listener = NotificationListener(test.store.userDefaults)
        Mac(store: test.store).groupsByFeed = true
        #expect(listener.heard.value == 1)
    }
    #endif
}
