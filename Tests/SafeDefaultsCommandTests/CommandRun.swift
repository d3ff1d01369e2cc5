import Foundation
import SafeDefaults
import SafeDefaultsCommand
import Testing

@testable import TestSupport

/// One run of a command, with what it wrote.
struct CommandRun {
    let status: Int32
    let data: Data
    let errors: String

    /// The output without the last line's end.
    var output: String {
        let text = String(decoding: data, as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// The output as JSON.
    func json() throws -> Any { try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) }

    /// - Parameter edit: Changes the file with the path, and returns whether that has ended well.
    init(
        input: String = "", edit: @escaping @Sendable (String) -> Bool = { _ in false },
        _ run: (CommandChannels) -> Int32
    ) {
        let (written, complained) = (Shared(Data()), Shared(Data()))
        var channels = CommandChannels(
            output: { data in written.change { $0 += data } },
            errors: { data in complained.change { $0 += data } }, input: { Data(input.utf8) })
        channels.edit = edit
        status = run(channels)
        data = written.value
        errors = String(decoding: complained.value, as: UTF8.self)
    }
}

/// The domains of the commands under test.
struct ToolDefaults: SafeDefaults {
    enum Theme: String, CaseIterable, DefaultsValue { case light, dark }
    struct Font: Codable, Equatable, DefaultsValue {
        var name = "Menlo"
        var size = 12.5
        var style: [String: Int] = ["weight": 4]
    }
    enum Keys: String, DefaultsKey {
        case volume, theme, font, list, counts, title, isOn
        case day = "date"
        static let namespace = "tool"
    }

    struct Settings {
        let volume = Setting(.volume, default: 5, in: 0...10, outside: .rejecting)
        let theme = Setting(.theme, default: Theme.light)
        let font = Setting(.font, default: Font())
        let day = Setting<Date?>(.day)
        let list = Setting<[String]>(.list, default: [])
        let counts = Setting<[String: Int]>(.counts, default: [:])
        let title = Setting(.title, default: "")
        let isOn = Setting(.isOn, default: false)
    }
    static let settings = Settings()
    var store: DefaultsStore
}

/// Another domain, with a name that the first has too.
struct OtherDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case title, level
        static let namespace = "other.part"
    }

    struct Settings {
        let title = Setting(.title, default: "x")
        let level = Setting(.level, default: 1)
    }
    static let settings = Settings()
    var store: DefaultsStore
}

/// A command over a store.
struct Tool {
    let store: DefaultsStore
    var domains: [any SafeDefaults.Type] = [ToolDefaults.self, OtherDefaults.self]

    func run(_ words: String..., input: String = "") -> CommandRun { run(words, input: input) }

    func run(_ words: [String], input: String = "") -> CommandRun {
        CommandRun(input: input) { channels in
            SettingsCommand("tool", domains: domains, store: store).run(words, channels: channels)
        }
    }
}

/// A folder for files of a test, gone with this object.
final class ExportFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("Export-\(UUID().uuidString)").path

    init() { try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    func file(_ name: String) -> URL { URL(fileURLWithPath: path).appendingPathComponent(name) }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
