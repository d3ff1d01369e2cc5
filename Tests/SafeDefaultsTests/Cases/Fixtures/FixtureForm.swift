import ContractCases
import Foundation
import SafeDefaults
import SafeDefaultsArchives
import SafeDefaultsMigrations
import Testing

@testable import TestSupport

/// The libraries, and ways without one, whose stored forms lie in `Fixtures/`, one file each.
enum Library: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case safeDefaultsKit = "SafeDefaultsKit"
    case tsud = "TSUD"
    case swiftyUserDefaults = "SwiftyUserDefaults"
    case agUserDefaults = "AG_UserDefaults"
    case userDefault = "UserDefault"
    case defaults = "Defaults"
    case persistentKeyValueKit = "PersistentKeyValueKit"
    case foil = "Foil"
    case tinyStorage = "TinyStorage"
    case appStorage = "AppStorage"
    case userDefaults = "UserDefaults"

    var testDescription: String { rawValue }

    /// The file, as the library left it.
    var file: URL {
        Repository.root.appendingPathComponent("Tests/SafeDefaultsTests/Fixtures/\(rawValue).plist")
    }

    /// What is in the file.
    var entries: [String: Any] {
        get throws {
            let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
            return list as? [String: Any] ?? [:]
        }
    }

    /// How each entry is declared; some are declared in several ways, and those of several libraries are shared.
    var forms: [FixtureForm] {
        get throws {
            let own =
                switch self {
                case .safeDefaultsKit: FixtureForm.safeDefaultsKit
                case .tsud: FixtureForm.tsud
                case .swiftyUserDefaults: FixtureForm.swiftyUserDefaults
                case .agUserDefaults: FixtureForm.agUserDefaults
                case .userDefault: FixtureForm.userDefault
                case .defaults: FixtureForm.defaults
                case .persistentKeyValueKit: FixtureForm.persistentKeyValueKit
                case .foil: FixtureForm.foil
                case .tinyStorage: FixtureForm.tinyStorage
                case .appStorage: FixtureForm.appStorage
                case .userDefaults: FixtureForm.userDefaults
                }
            let others = try Set(entries.keys).subtracting(own.map(\.name))
            return own + FixtureForm.shared.filter { others.contains($0.name) }
        }
    }
}

/// How a setting is declared for one entry of a fixture file, and the value that it has to read there.
struct FixtureForm: Sendable {
    struct Domain: SafeDefaults {
        struct Keys: DefaultsKey, ExpressibleByStringLiteral {
            static let allCases: [Keys] = []
            let rawValue: String
            init(rawValue: String) { self.rawValue = rawValue }
            init(stringLiteral value: String) { self.init(rawValue: value) }
        }
        let store: DefaultsStore
    }

    let name: String

    /// Whether a write by this declaration has the form that the library reads.
    let goesBack: Bool

    /// Tells whether the value is read.
    let isRead: @Sendable (DefaultsStore) -> Bool

    /// Writes what is read.
    let write: @Sendable (DefaultsStore) -> Void

    init<Value: Equatable & Sendable>(
        _ name: String, _ setting: Domain.Setting<Value>, _ value: Value, goesBack: Bool
    ) {
        (self.name, self.goesBack) = (name, goesBack)
        isRead = { Domain(store: $0)[setting] == value }
        write = { store in
            let domain = Domain(store: store)
            let value = domain[setting]
            domain[setting] = value
        }
    }

    private static func key(_ name: String) -> Domain.Keys { Domain.Keys(rawValue: name) }

    /// A setting of a type that can be stored, which says nothing more.
    static func plain<Value: DefaultsValue & Equatable & Sendable>(
        _ name: String, _ value: Value, goesBack: Bool = true
    ) -> FixtureForm {
        FixtureForm(name, Domain.Setting<Value?>(key(name)), value, goesBack: goesBack)
    }

    /// A setting of a Codable type, which says nothing more.
    static func codable<Value: Codable & Equatable & Sendable>(
        _ name: String, _ value: Value, goesBack: Bool = false
    ) -> FixtureForm {
        FixtureForm(name, Domain.Setting<Value?>(key(name)), value, goesBack: goesBack)
    }

    /// A setting of a type that can be stored, which reads the forms of other libraries.
    static func foreign<Value: DefaultsValue & Equatable & Sendable>(_ name: String, _ value: Value) -> FixtureForm {
        said(name, .readingOtherLibraries, value, goesBack: false)
    }

    /// A setting of a Codable type, which reads the forms of other libraries.
    @_disfavoredOverload
    static func foreign<Value: Codable & Equatable & Sendable>(_ name: String, _ value: Value) -> FixtureForm {
        said(name, .readingOtherLibraries, value, goesBack: false)
    }

    /// The forms of several lists.
    static func forms(_ lists: [[FixtureForm]], _ others: [FixtureForm]) -> [FixtureForm] {
        lists.flatMap(\.self) + others
    }

    /// JSON in data, which a setting reads that reads the forms of other libraries, and one that says how it is stored.
    static func inData<Value: Codable & DefaultsValue & Equatable & Sendable>(_ name: String, _ value: Value)
        -> [FixtureForm]
    {
        [.foreign(name, value), .said(name, .jsonData, value)]
    }

    @_disfavoredOverload
    static func inData<Value: Codable & Equatable & Sendable>(_ name: String, _ value: Value) -> [FixtureForm] {
        [.foreign(name, value), .said(name, .jsonData, value)]
    }

    /// A setting that says how it is stored.
    static func said<Value: Equatable & Sendable>(
        _ name: String, _ codec: DefaultsCodec<Value>, _ value: Value, goesBack: Bool = true
    ) -> FixtureForm {
        FixtureForm(name, Domain.Setting<Value?>(key(name), stored: codec), value, goesBack: goesBack)
    }

    /// A setting that says how it is stored, and reads nil.
    static func saidNil<Value: Equatable & Sendable>(_ name: String, _ codec: DefaultsCodec<Value>) -> FixtureForm {
        FixtureForm(name, Domain.Setting<Value?>(key(name), stored: codec), nil, goesBack: false)
    }
}

// MARK: - Values

extension FixtureForm {
    /// Codable, and nothing else.
    struct Profile: Codable, Hashable, Sendable {
        var name = "Tom"
        var born = FixtureForm.date
    }

    /// Codable, and a value.
    struct Member: Codable, Hashable, Sendable, DefaultsValue {
        var name = "Tom"
        var born = FixtureForm.date
    }

    struct Sheet: Codable, Hashable, Sendable {
        var page = FixtureForm.page
        var id = FixtureForm.id
        var note: String?
    }

    struct Nickname: Codable, Hashable, Sendable {
        var name = "Tom"
        var note: String?
    }

    struct Nils: Codable, Hashable, Sendable {
        var counts: [Int?] = [nil, 3]
        var names: [String?] = [nil, "a"]
    }

    /// Codable, and encoded as nothing but data.
    struct Blob: Codable, Hashable, Sendable {
        var bytes: Data
        init(_ bytes: Data = Data([1, 2])) { self.bytes = bytes }
        init(from decoder: any Decoder) throws { bytes = try decoder.singleValueContainer().decode(Data.self) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(bytes)
        }
    }

    enum Mode: String, Codable, DefaultsValue, DefaultsDictionaryKey { case light, dark }
    enum Rank: Int, Codable, DefaultsValue { case none, low, high }

    /// Stored as text.
    struct Degrees: DefaultsValue, Equatable {
        var value: Double
        var defaultsRepresentation: String { String(value) }
        init(_ value: Double) { self.value = value }
        init(defaultsRepresentation text: String) throws {
            guard let value = Double(text) else { throw CocoaError(.formatting) }
            self.value = value
        }
    }

    static let date = Date(timeIntervalSinceReferenceDate: 816_932_241)
    static let id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? UUID()
    static let url = url("https://example.com/a?b#c")
    static let path = url("/api/v1/users")
    static let page = URL(string: "page", relativeTo: url("https://example.com/")) ?? url
    static let file = URL(fileURLWithPath: "/tmp/a.txt")
    static let fileAtHome = URL(fileURLWithPath: NSHomeDirectory() + "/a.txt")
    static let fileOnly = URL(fileURLWithPath: "/a")
    static let indexes: IndexSet = [1, 2, 5]
    static let frogs = [Frog("Kermit"), Frog("Robin")]

    static func url(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/none") }

    /// JSON whose dates are seconds since 1970.
    static let since1970 = DefaultsCodec<Profile>.jsonData(
        encoder: {
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = .secondsSince1970
            return encoder
        },
        decoder: {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .secondsSince1970
            return decoder
        })
}

/// A class that other libraries archive, alone and in arrays.
final class Frog: NSObject, NSSecureCoding, DefaultsValue, @unchecked Sendable {
    // Unchecked: nothing of it changes.
    static let supportsSecureCoding = true
    let name: String

    init(_ name: String) { self.name = name }
    init?(coder: NSCoder) { name = coder.decodeObject(of: NSString.self, forKey: "name") as String? ?? "" }
    func encode(with coder: NSCoder) { coder.encode(name as NSString, forKey: "name") }

    override func isEqual(_ object: Any?) -> Bool { (object as? Frog)?.name == name }
    override var hash: Int { name.hashValue }
}
