import ContractCases
import Foundation
import SafeDefaults
import SafeDefaultsMigrations

// SafeDefaultsKit and TSUD: native values and property-list trees.

extension FixtureForm {
    static let safeDefaultsKit: [FixtureForm] = [
        .plain("Sample.Keys.userName", "Tom"),
        .plain("false", false),
        .plain("Double, whole", 3.0),
        .plain("[Double]", [3.0, 2, 5]),
        .plain("[String], empty", [String]()),
        .plain("[Int]", [1, -1]),
        .plain("URL of a file", file, goesBack: false),
        .plain("Int as Bool", true, goesBack: false),
    ]

    static let tsud = forms(
        [
            durations(of: .tsud)
        ],
        [
            .plain("enum", Flavour.salty),
            .codable("struct", Profile(), goesBack: true),
            .plain("struct", Member()),
            .codable("struct without nil fields", Nickname(), goesBack: true),
            .codable("struct with a URL", Sheet()),
            .said("struct with a URL", .foundationTree, Sheet()),
            .foreign("struct with nils", Nils()),
            .said("struct with nils", .foundationTree, Nils()),
            .plain("URL", url, goesBack: false),
            .said("URL", .foundationTree, url),
            .said("URL with a base", .foundationTree, page),
            .plain("[URL]", [url, path], goesBack: false),
            .said("[URL]", .foundationTree, [url, path]),
            .foreign("[Int?]", [1, nil, 3] as [Int?]),
            .said("[Int?]", .foundationTree, [1, nil, 3] as [Int?]),
            .said("[String?]", .foundationTree, ["a", nil] as [String?]),
            .said("[String: String?]", .foundationTree, ["a": "x", "b": nil] as [String: String?]),
            .said("String??", .foundationTree, String?.none),
            .said("String?? of a text", .foundationTree, "a" as String?),
            .codable("[Profile]", [Profile()], goesBack: true),
            .codable("[String: Profile]", ["a": Profile()], goesBack: true),
            .plain("[Int: String]", [1: "a"]),
            .foreign("[UUID: Int]", [id: 1]),
            .said("[UUID: Int]", .foundationTree, [id: 1]),
            .foreign("[enum: Int]", [Mode.dark: 1]),
            .said("[enum: Int]", .foundationTree, [Mode.dark: 1]),
            .plain("CGRect", CGRect(x: 1, y: 2, width: 3, height: 4)),
            .plain("IndexSet", indexes),
            .plain("Decimal", 1.5 as Decimal, goesBack: false),
            .said("Decimal", .foundationTree, 1.5 as Decimal),
            .foreign("Locale", Locale(identifier: "de_CH")),
            .said("Locale", .foundationTree, Locale(identifier: "de_CH")),
            .foreign("TimeZone", TimeZone(identifier: "Europe/Zurich") ?? .current),
            .said("TimeZone", .foundationTree, TimeZone(identifier: "Europe/Zurich") ?? .current),
            .codable("DateComponents", DateComponents(year: 2026, month: 11), goesBack: true),
            .codable("enum with values", Shape.circle(radius: 2.5), goesBack: true),
        ])
}
