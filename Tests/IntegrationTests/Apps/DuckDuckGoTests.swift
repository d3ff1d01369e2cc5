import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// The settings of DuckDuckGo on iOS: 25 in a group, 13 in the standard store, and a copy for another group.
@Suite(.noHang) struct DuckDuckGoTests {
    struct Group: SafeDefaults {
        typealias Keys = DeclaredKeys<Self>

        struct Settings {
            let autocompletes = Setting(.app("autocompleteDisabledKey"), default: true)
            let showsRecentSites = Setting(.app("recentlyVisitedSitesKey"), default: true)
            let theme = Setting(.app("currentThemeNameKey"), default: Theme.systemDefault)
            let clearAction = Setting(.app("autoClearActionKey"), default: ClearAction())
            let clearTiming = Setting(.app("autoClearTimingKey"), default: ClearTiming.atEnd)
            let fgStarts = Setting(.app("fgFetchStartCount"), default: 0)
            let fgNoData = Setting(.app("fgFetchNoDataCount"), default: 0)
            let fgNewData = Setting(.app("fgFetchNewDataCount"), default: 0)
            let bgStarts = Setting(.app("bgFetchStartCount"), default: 0)
            let bgNoData = Setting(.app("bgFetchNoDataCount"), default: 0)
            let bgNewData = Setting(.app("bgFetchNewDataCount"), default: 0)
            let bgExpirations = Setting(.app("bgFetchTaskExpirationCount"), default: 0)
            let universalLinks = Setting(.app("allowUniversalLinks"), default: true)
            let previews = Setting(.app("longPressPreviews"), default: true)
            let fireAnimation = Setting(.app("currentFireButtonAnimationKey"), default: FireAnimation.fireRising)
            let autofills = Setting(.ios("autofillCredentialsEnabled"), default: false)
            let isNewInstall = Setting<Bool?>(.ios("autofillIsNewInstallForOnByDefault"))
            let favoritesMode = Setting(.ios("favoritesDisplayMode"), default: FavoritesMode.native)
            let crashOptIn = Setting(.ios("crashCollectionOptInStatus"), default: OptIn.undetermined)
            let crashTrigger = Setting(.ios("crashCollectionShouldRevertOptedInStatusTrigger"), default: 0)
            let playerMode = Setting(.ios("duckPlayerMode"), default: PlayerMode.alwaysAsk)
            let hidesOverlay = Setting(.ios("duckPlayerAskModeOverlayHidden"), default: false)
            let inspectsViews = Setting(.ios("debug.inspectableWebViewsEnabled"), default: false)
            let debugsAutofill = Setting(.ios("debug.autofillDebugScriptEnabled"), default: false)
            let addToDock = Setting(.ios("debug.onboardingAddToDockState"), default: AddToDock.disabled)
        }
        static let settings = Settings()
        var store: DefaultsStore = .suite("group.com.duckduckgo.app")
    }

    struct Standard: SafeDefaults {
        typealias Keys = DeclaredKeys<Self>

        struct Settings {
            let doesNotSell = Setting(.ios("sendDoNotSell"), default: true)
            let addressBar = Setting(.ios("addressbarposition"), default: Position.top)
            let showsFullAddress = Setting(.ios("showfullurladdress"), default: false)
            let textSize = Setting(.ios("textSize"), default: TextSize.normal)
            let savePromptShown = Setting(.ios("autofillCredentialsSavePromptShowAtLeastOnce"), default: false)
            let turnedOnItself = Setting(
                .ios("autofillCredentialsHasBeenEnabledAutomaticallyIfNecessary"), default: false)
            let importStart = Setting<Date?>(.ios("autofillImportViaSyncStart"))
            let voiceSearch = Setting(.app("voiceSearchEnabled"), default: false)
            let autoconsents = Setting(.ios("autoconsentEnabled"), default: Flags.autoconsent)
            let opensNewTab = Setting(.ios("duckPlayerOpenInNewTab"), default: true)
            let autoplays = Setting(.ios("duckPlayerAutoplay"), default: true)
            let nativeUI = Setting(.ios("duckPlayerNativeUI"), default: false)
            let highlights = Setting(.ios("debug.onboardingHighlightsEnabled"), default: false)
        }
        static let settings = Settings()
        var store: DefaultsStore = .standard
    }

    struct Bookmarks: SafeDefaults {
        typealias Keys = DeclaredKeys<Self>
        struct Settings { let mode = Setting(.ios("favoritesDisplayMode"), default: FavoritesMode.native) }
        static let settings = Settings()
        var store: DefaultsStore = .suite("group.com.duckduckgo.bookmarks")
    }

    /// What the app's protocol of 48 requirements stands for.
    ///
    /// By hand: what follows a write, and the read that writes. Observers would post for the overlay's reset, too.
    struct AppSettings {
        var group = Group()
        var standard = Standard()
        var bookmarks = Bookmarks()
        var post: (String) -> Void = { _ in }

        var favoritesMode: FavoritesMode {
            get { group.favoritesMode }
            nonmutating set { (group.favoritesMode, bookmarks.mode) = (newValue, newValue) }
        }
        var playerMode: PlayerMode {
            get { group.playerMode }
            nonmutating set {
                (group.playerMode, group.hidesOverlay) = (newValue, false)
                post("DuckPlayerSettingsUpdated")
            }
        }
        var hidesOverlay: Bool {
            get { group.hidesOverlay }
            nonmutating set {
                group.hidesOverlay = newValue
                post("DuckPlayerSettingsUpdated")
            }
        }
        var addressBar: Position {
            get { standard.addressBar }
            nonmutating set {
                standard.addressBar = newValue
                post("AddressBarPositionChanged")
            }
        }
        var autofills: Bool {
            let mayTurnOn = Flags.existingUsers || Flags.newInstalls && group.isNewInstall == true
            if mayTurnOn, !standard.turnedOnItself, !standard.savePromptShown {
                (group.autofills, standard.turnedOnItself) = (true, true)
            }
            return group.autofills
        }
    }

    enum Flags {
        @TaskLocal static var autoconsent = false
        @TaskLocal static var existingUsers = false
        @TaskLocal static var newInstalls = false
    }

    enum Theme: String, DefaultsValue { case systemDefault, light, dark }
    enum ClearTiming: Int, DefaultsValue { case atEnd, minutes5, minutes15, minutes30, minutes60 }
    enum FireAnimation: String, DefaultsValue { case fireRising, waterSwirl, airstream, none }
    enum FavoritesMode: String, DefaultsValue {
        case native = "display_native_mobile", unified = "display_unified_mobile"
    }
    enum OptIn: String, DefaultsValue { case undetermined, optedIn, optedOut }
    enum PlayerMode: String, DefaultsValue { case enabled, alwaysAsk, disabled }
    enum AddToDock: String, DefaultsValue { case disabled, intro, contextual }
    enum TextSize: Int, DefaultsValue { case small = 80, normal = 100, large = 120, largest = 170 }
    struct ClearAction: OptionSet, DefaultsValue {
        var rawValue = 0
        static let tabs = Self(rawValue: 1), data = Self(rawValue: 2)
    }
    enum Position: String, DefaultsValue {
        case top, bottom
        init(defaultsRepresentation text: String) throws {
            guard let position = Self(rawValue: text.lowercased()) else { throw CocoaError(.coderInvalidValue) }
            self = position
        }
    }

    static let date = Date(timeIntervalSince1970: 1_767_323_045)  // 2026-01-02T03:04:05Z

    @Test(arguments: StoreKind.allCases) func everyPlantedFormOfTheGroupIsRead(kind: StoreKind) throws {
        let (test, app, ios) = (TestStore(kind), "com.duckduckgo.app.", "com.duckduckgo.ios.")
        try check(
            Group(store: test.store),
            AppRow(
                false, as: false, (app + "autocompleteDisabledKey", \.autocompletes),
                (app + "recentlyVisitedSitesKey", \.showsRecentSites), (app + "allowUniversalLinks", \.universalLinks),
                (app + "longPressPreviews", \.previews)),
            AppRow(app + "currentThemeNameKey", "dark", \.theme, .dark),
            AppRow(app + "autoClearActionKey", 3, \.clearAction, [.tabs, .data]),
            AppRow(app + "autoClearTimingKey", 4, \.clearTiming, .minutes60),
            AppRow(
                6, as: 6, (app + "fgFetchStartCount", \.fgStarts), (app + "fgFetchNoDataCount", \.fgNoData),
                (app + "fgFetchNewDataCount", \.fgNewData), (app + "bgFetchStartCount", \.bgStarts),
                (app + "bgFetchNoDataCount", \.bgNoData), (app + "bgFetchNewDataCount", \.bgNewData),
                (app + "bgFetchTaskExpirationCount", \.bgExpirations)),
            AppRow(app + "currentFireButtonAnimationKey", "none", \.fireAnimation, .none),
            AppRow(
                true, as: true, (ios + "autofillCredentialsEnabled", \.autofills),
                (ios + "duckPlayerAskModeOverlayHidden", \.hidesOverlay),
                (ios + "debug.inspectableWebViewsEnabled", \.inspectsViews),
                (ios + "debug.autofillDebugScriptEnabled", \.debugsAutofill)),
            AppRow(ios + "autofillIsNewInstallForOnByDefault", true, \.isNewInstall, true),
            AppRow(ios + "favoritesDisplayMode", "display_unified_mobile", \.favoritesMode, .unified),
            AppRow(ios + "crashCollectionOptInStatus", "optedIn", \.crashOptIn, .optedIn),
            AppRow(ios + "crashCollectionOptInStatus", unreadable: "gone", \.crashOptIn, .undetermined),
            AppRow(ios + "crashCollectionShouldRevertOptedInStatusTrigger", 1, \.crashTrigger, 1),
            AppRow(ios + "duckPlayerMode", "enabled", \.playerMode, .enabled),
            AppRow(ios + "debug.onboardingAddToDockState", "intro", \.addToDock, .intro))
    }

    @Test(arguments: StoreKind.allCases) func everyPlantedFormOfTheStandardStoreIsRead(kind: StoreKind) throws {
        let (test, app, ios) = (TestStore(kind), "com.duckduckgo.app.", "com.duckduckgo.ios.")
        try check(
            Standard(store: test.store),
            AppRow(
                false, as: false, (ios + "sendDoNotSell", \.doesNotSell),
                (ios + "duckPlayerOpenInNewTab", \.opensNewTab), (ios + "duckPlayerAutoplay", \.autoplays)),
            AppRow(ios + "addressbarposition", "Bottom", \.addressBar, .bottom, rewritten: "bottom"),
            AppRow(ios + "addressbarposition", unreadable: "left", \.addressBar, .top),
            AppRow(
                true, as: true, (ios + "showfullurladdress", \.showsFullAddress),
                (ios + "autofillCredentialsSavePromptShowAtLeastOnce", \.savePromptShown),
                (ios + "autofillCredentialsHasBeenEnabledAutomaticallyIfNecessary", \.turnedOnItself),
                (app + "voiceSearchEnabled", \.voiceSearch), (ios + "autoconsentEnabled", \.autoconsents),
                (ios + "duckPlayerNativeUI", \.nativeUI), (ios + "debug.onboardingHighlightsEnabled", \.highlights)),
            AppRow(ios + "textSize", 170, \.textSize, .largest),
            AppRow(ios + "textSize", unreadable: 125, \.textSize, .normal),
            AppRow(ios + "autofillImportViaSyncStart", Self.date, \.importStart, Self.date))
    }

    @Test(arguments: StoreKind.allCases) func theAppReadsWhatWasChanged(kind: StoreKind) throws {
        let (group, standard, bookmarks) = (TestStore(kind), TestStore(kind), TestStore(kind))
        let posts = Log<String>()
        let app = AppSettings(
            group: Group(store: group.store), standard: Standard(store: standard.store),
            bookmarks: Bookmarks(store: bookmarks.store), post: { posts.add($0) })
        app.hidesOverlay = true
        app.playerMode = .disabled
        app.addressBar = .top
        #expect(
            posts.all == ["DuckPlayerSettingsUpdated", "DuckPlayerSettingsUpdated", "AddressBarPositionChanged"])
        #expect(group.raw("com.duckduckgo.ios.duckPlayerMode") as? String == "disabled" && !app.hidesOverlay)
        #expect(standard.raw("com.duckduckgo.ios.addressbarposition") as? String == "top")
        app.group.clearAction = .data
        #expect(try stored("com.duckduckgo.app.autoClearActionKey", in: group.store.userDefaults) == 2)
        app.favoritesMode = .native
        for copy in [group, bookmarks] {
            #expect(copy.raw("com.duckduckgo.ios.favoritesDisplayMode") as? String == "display_native_mobile")
        }
        for _ in 1...2 { app.group.fgStarts += 1 }
        #expect(group.raw("com.duckduckgo.app.fgFetchStartCount") as? Int == 2)
    }

    @Test func flagsDecideWhereTheUserHasNot() {
        DefaultsStore.withStandard(.inMemory()) {
            // Nothing is passed in, as in the 28 places where the app creates its settings.
            let app = AppSettings()
            Flags.$autoconsent.withValue(true) {
                #expect(app.standard.autoconsents)
                app.standard.autoconsents = false
                #expect(!app.standard.autoconsents)
                app.standard.reset(\.autoconsents)
                #expect(app.standard.autoconsents)
            }
            #expect(!app.standard.autoconsents && !app.autofills)
            Flags.$newInstalls.withValue(true) { #expect(!app.autofills) }
            Flags.$existingUsers.withValue(true) { #expect(app.autofills) }
            #expect(AppSettings().autofills && app.standard.turnedOnItself)
        }
    }
}

extension DeclaredKeys {
    fileprivate static func app(_ name: String) -> Self { Self(rawValue: "com.duckduckgo.app." + name) }
    fileprivate static func ios(_ name: String) -> Self { Self(rawValue: "com.duckduckgo.ios." + name) }
}
