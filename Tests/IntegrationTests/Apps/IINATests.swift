import Foundation
import SafeDefaults
import SafeDefaultsMigrations
import Testing

@testable import TestSupport

/// The settings of IINA, the 26 most different of 177, and three that bindings read.
@Suite(.noHang) struct IINATests {
    struct IINA: SafeDefaults {
        typealias Keys = DeclaredKeys<Self>

        // By hand: the app reads every number as one of 32 bits, where the library refuses to round.
        static let single = DefaultsCodec<Float>.custom(
            encode: { Double($0) }, decode: { (real: Double) in Float(real) })

        struct Settings {
            let receivesBetas = Setting("receiveBetaUpdate", default: false)
            let enablesCmdN = Setting("enableCmdN", default: false)
            let afterLaunch = Setting("actionAfterLaunch", default: AfterLaunch.welcome)
            let material = Setting("themeMaterial", default: Material.dark)
            let softVolume = Setting("softVolume", default: 100)
            let maxVolume = Setting("maxVolume", default: 100)
            let screenshotFolder = Setting("screenShotFolder", default: "~/Pictures/Screenshots")
            let screenshotFormat = Setting("screenShotFormat", default: ScreenshotFormat.png)
            let arrowAction = Setting("arrowBtnAction", default: ArrowAction.speed)
            let controlBarX = Setting<Float>("controlBarPositionHorizontal", default: 0.5, stored: single)
            let toolbar = Setting(
                "controlBarToolbarButtons", default: [ToolButton.pip, .playlist, .settings].map(Kept.known))
            let toneMapping = Setting("toneMappingAlgorithm", default: "auto")
            let preamp = Setting<Float>("replayGainPreamp", default: 0, stored: single)
            let presets = Setting<[String: Preset]?>("userEQPresets", stored: .jsonData)
            let subTextSize = Setting<Float>("subTextSize", default: 55, stored: single)
            let subTextColour = Setting("subTextColorString", default: "1.0/1.0/1.0/1.0")
            let subSource = Setting("onlineSubSource", default: 1)
            let subProvider = Setting("onlineSubProvider", default: ":opensubtitles")
            let logLevel = Setting("logLevel", default: 1, in: 0...3)
            let userOptions = Setting<[[String]]>("userOptions", default: [])
            let watchProperties = Setting<[String]>("watchProperties", default: [])
            let videoFilters = Setting<[Kept<Filter>]>("savedVideoFilters", default: [])
            let audioFilters = Setting<[Kept<Filter>]>("savedAudioFilters", default: [])
            let lastPlayed = Setting<URL?>("iinaLastPlayedFilePath")
            let lastPosition = Setting<Double?>("iinaLastPlayedFilePosition")
            let recent = Setting<[PropertyListValue]>("recentDocuments", default: [])
            let playlistWidth = Setting("playlistWidth", default: 270)
            let osdTextSize = Setting<Float>("osdTextSize", default: 20, stored: single)
        }
        static let settings = Settings()
        var store: DefaultsStore = .standard
    }

    /// One list for each colour, so that one that can't be converted is reported and keeps none of the others back.
    static let conversions = ["subText", "subBg", "subBorder", "subShadow"].map { part in
        let (old, new) = ("\(part)Color", "\(part)ColorString")
        let step = DefaultsMigrations.Step.custom("\(old) as text", ifStored: [.init(old)]) { draft in
            guard draft[new] == nil else { return }
            guard draft[old] == archive.map(PropertyListValue.data) else { throw CocoaError(.coderReadCorrupt) }
            draft[new] = "1.0/0.0/0.0/1.0"
        }
        return DefaultsMigrations(old, [.version(1, [step])])
    }

    /// Stands for an archive of a colour, which only AppKit reads.
    static let archive = Data(base64Encoded: "BAtzdHJlYW10eXBlZA==")

    enum AfterLaunch: Int, DefaultsValue { case welcome, openPanel, none }
    enum Material: Int, DefaultsValue { case dark = 0, light = 2, system = 4 }
    enum ScreenshotFormat: Int, DefaultsValue { case png, jpg, jpeg, webp, jxl }
    enum ArrowAction: Int, DefaultsValue { case speed, playlist, seek }
    enum ToolButton: Int, Codable { case settings, playlist, pip, fullScreen, music, subtitles, screenshot }
    struct Preset: Codable, Equatable { var gains: [Double] }

    struct Filter: Codable, Hashable {
        var name, filterString: String
        var shortcutKey, shortcutKeyModifiers: String?
        var modifiers: Set<Character> { Set(shortcutKeyModifiers ?? "") }
    }

    static let flip = [
        "name": "flip", "filterString": "vflip", "shortcutKey": "k", "shortcutKeyModifiers": "cs",
    ]

    @Test(arguments: StoreKind.allCases) func everyPlantedFormIsRead(kind: StoreKind) throws {
        let test = TestStore(kind)
        let filter = Kept.known(
            Filter(name: "flip", filterString: "vflip", shortcutKey: "k", shortcutKeyModifiers: "cs"))
        let (film, path) = (URL(fileURLWithPath: "/Volumes/x/a film.mkv"), "/Volumes/x/a film.mkv")
        #if canImport(Darwin)
        let writtenFilm = path
        #else
        // Foundation's own setter would lose the host of a stream's address.
        let writtenFilm = film.absoluteString
        #endif
        try check(
            IINA(store: test.store),
            AppRow("receiveBetaUpdate", 1, \.receivesBetas, true, rewritten: true),
            AppRow("enableCmdN", "1", \.enablesCmdN, true, rewritten: true),
            AppRow("actionAfterLaunch", 2, \.afterLaunch, .none),
            AppRow("actionAfterLaunch", unreadable: 9, \.afterLaunch, .welcome),
            AppRow("themeMaterial", unreadable: 3, \.material, .dark),
            AppRow("softVolume", unreadable: 3.5, \.softVolume, 100),
            AppRow("maxVolume", 130, \.maxVolume, 130),
            AppRow("screenShotFolder", "~/x", \.screenshotFolder, "~/x"),
            AppRow("screenShotFormat", 4, \.screenshotFormat, .jxl),
            AppRow("arrowBtnAction", 2, \.arrowAction, .seek),
            AppRow("controlBarPositionHorizontal", 0.30000001192092896, \.controlBarX, 0.3),
            AppRow(
                "controlBarPositionHorizontal", 55.373134328358205, \.controlBarX, 55.373135,
                rewritten: Double(55.373135 as Float)),
            AppRow(
                "controlBarToolbarButtons", [2, 0, 1], \.toolbar,
                [.known(.pip), .known(.settings), .known(.playlist)]),
            AppRow("controlBarToolbarButtons", [2, 77], \.toolbar, [.known(.pip), .unknown(77)]),
            AppRow("toneMappingAlgorithm", "hable", \.toneMapping, "hable"),
            AppRow("replayGainPreamp", 22.5, \.preamp, 22.5),
            AppRow(
                "userEQPresets", Data(#"{"mine":{"gains":[1,2.5]}}"#.utf8), \.presets,
                ["mine": Preset(gains: [1, 2.5])]),
            AppRow("subTextSize", 8, \.subTextSize, 8, rewritten: 8.0),
            AppRow("subTextColorString", "0.1/0.2/0.3", \.subTextColour, "0.1/0.2/0.3"),
            AppRow("onlineSubSource", 2, \.subSource, 2),
            AppRow("onlineSubProvider", ":assrt", \.subProvider, ":assrt"),
            AppRow("logLevel", 7, \.logLevel, 3, rewritten: 3),
            AppRow(
                "userOptions", [["hwdec", "no"], ["vo", "gpu"]], \.userOptions, [["hwdec", "no"], ["vo", "gpu"]]),
            AppRow("watchProperties", ["pause"], \.watchProperties, ["pause"]),
            AppRow("savedVideoFilters", [Self.flip], \.videoFilters, [filter]),
            AppRow("savedAudioFilters", [Self.flip], \.audioFilters, [filter]),
            AppRow("iinaLastPlayedFilePath", path, \.lastPlayed, film, rewritten: writtenFilm),
            AppRow("iinaLastPlayedFilePosition", 12.5, \.lastPosition, 12.5),
            AppRow(
                "recentDocuments", [Data([1, 2, 3]), "file:///x"] as [Any], \.recent,
                [.data(Data([1, 2, 3])), "file:///x"]))
        #expect(filter.known?.modifiers == ["c", "s"])
    }

    @Test(arguments: StoreKind.allCases) func theAppReadsWhatWasChanged(kind: StoreKind) throws {
        let test = TestStore(kind)
        let (iina, old) = (IINA(store: test.store), test.store.userDefaults)
        let broken = ["name": "without a filter"]
        old.set([Self.flip, broken], forKey: "savedVideoFilters")
        var copy = iina.videoFilters
        copy.append(copy[0])
        iina.videoFilters = copy
        #expect(old.array(forKey: "savedVideoFilters") as? [[String: String]] == [Self.flip, broken, Self.flip])

        old.set(Data(#"{"mine":{"gains":[1,2.5]}}"#.utf8), forKey: "userEQPresets")
        iina.presets?["other"] = Preset(gains: [])
        let presets = try JSONDecoder().decode(
            [String: Preset].self, from: #require(old.data(forKey: "userEQPresets")))
        #expect(presets == ["mine": Preset(gains: [1, 2.5]), "other": Preset(gains: [])])
        iina.recent = ["x", .data(Data())]
        #expect(try stored("recentDocuments", in: old) == ["x", .data(Data())])
        iina.subTextSize = 0.3
        iina.toolbar = [.known(.screenshot), .known(.settings)]
        #expect(old.float(forKey: "subTextSize") == 0.3)
        #expect(try stored("controlBarToolbarButtons", in: old) == [6, 0])

        // A window observes settings of several types, and the advanced page takes a name from a table.
        let heard = Log<[IINA.Keys]>()
        let token = iina.changes().observe { heard.add($0.changedKeys()) }
        iina.maxVolume = 130
        iina.screenshotFolder = "~/y"
        token.cancel()
        #expect(heard.all == [["maxVolume"], ["screenShotFolder"]])
        for key in IINA.Keys.allCases where key.rawValue == "maxVolume" {
            iina.setObject(140, forKey: key)
            #expect(iina.object(forKey: key) as? Int == 140 && iina.maxVolume == 140)
        }
    }

    @Test func defaultsAreRegisteredForTheBindings() throws {
        let iina = IINA(store: .inMemory())
        iina.registerDefaults()
        let old = iina.store.userDefaults
        #expect(try stored("playlistWidth", in: old) == 270 && old.float(forKey: "osdTextSize") == 20)
        #expect(old.array(forKey: "savedVideoFilters")?.isEmpty == true)
        #expect(try stored("controlBarToolbarButtons", in: old) == [2, 1, 0])
        #expect(old.object(forKey: "userEQPresets") == nil && iina.storedKeys.isEmpty)
    }

    @Test func coloursAreConvertedBesideARegisteredTable() throws {
        let iina = IINA(store: .inMemory())
        let old = iina.store.userDefaults
        iina.registerDefaults()
        old.set(Self.archive, forKey: "subTextColor")
        old.set(Self.archive, forKey: "subBgColor")
        old.set("0/0/0/1", forKey: "subBgColorString")
        old.set(Data([1]), forKey: "subShadowColor")
        for start in 1...2 {
            var failures: [String] = []
            for conversion in Self.conversions {
                do { _ = try conversion.run(in: iina.store) } catch { failures.append("\(error)") }
            }
            #expect(failures.count == 1 && failures[0].contains("subShadowColor"), "start \(start): \(failures)")
            #expect(iina.subTextColour == "1.0/0.0/0.0/1.0")
            #expect(try stored("subTextColorString", in: old) == "1.0/0.0/0.0/1.0")
            #expect(old.data(forKey: "subTextColor") == Self.archive && old.data(forKey: "subShadowColor")?.count == 1)
            #expect(old.string(forKey: "subBgColorString") == "0/0/0/1")
        }
    }
}
