import Foundation
import SafeDefaults
import SafeDefaultsInspection
import Testing

@testable import TestSupport

@Suite(.noHang, .rowsC(12)) struct LaunchArgumentsTests {
    struct Point: Codable, Equatable { var x = 0, y = 0.5 }

    enum Theme: String, DefaultsValue { case dark, light }

    struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey {
            case flag, count, ratio, text, theme, day, bytes, words, table, point, json, link

            static let namespace = "sample"
        }

        struct Settings {
            let flag = Setting(.flag, default: false)
            let count = Setting(.count, default: 0)
            let ratio = Setting(.ratio, default: 0.0)
            let text = Setting(.text, default: "")
            let theme = Setting(.theme, default: Theme.light)
            let day = Setting<Date?>(.day)
            let bytes = Setting<Data?>(.bytes)
            let words = Setting<[String]>(.words, default: [])
            let table = Setting<[String: [Int]]>(.table, default: [:])
            let point = Setting(.point, default: Point())
            let json = Setting(.json, default: Point(), stored: .json)
            let link = Setting<URL?>(.link)
        }
        static let settings = Settings()
        var store: DefaultsStore = .standard
    }

    /// The settings of a process that is started with what a domain gives.
    private func started(with sample: Sample) -> Sample {
        Sample(store: .inMemory(arguments: sample.launchArguments))
    }

    @Test func everyTypeIsReadAsItWasSet() {
        let sample = Sample(store: .inMemory())
        #expect(sample.launchArguments.isEmpty)
        sample.flag = true
        sample.count = -7
        sample.ratio = 0.1
        sample.theme = .dark
        sample.day = Date(timeIntervalSinceReferenceDate: 700_000_000)
        sample.bytes = Data([0, 1, 255])
        sample.words = ["a, b", "(c)", ""]
        sample.table = ["x y": [1, 2], "": []]
        sample.point = Point(x: 3, y: 2)
        sample.json = Point(x: 4, y: 2.5)
        sample.link = URL(string: "https://example.org/a?b=c&d")
        let other = started(with: sample)
        #expect(other.flag && other.count == -7 && other.ratio == 0.1 && other.theme == .dark)
        #expect(other.day == sample.day && other.bytes == sample.bytes)
        #expect(other.words == sample.words && other.table == sample.table)
        #expect(other.point == sample.point && other.json == sample.json && other.link == sample.link)
        #expect(other.storedKeys.isEmpty)
    }

    @Test(arguments: ["", "YES", "7", "-7", " a ", "(a, b)", "{a = b;}", "<x>&amp;", "\"q\"", "it's\n\ttwo", "é👍"])
    func everyStringIsReadAsItWasSet(text: String) {
        let sample = Sample(store: .inMemory())
        sample.text = text
        #expect(started(with: sample).text == text)
    }

    @Test func plainCodeReadsTheSameObjects() {
        let sample = Sample(store: .inMemory())
        sample.count = 3
        sample.text = "YES"
        #expect(sample.launchArguments.first == "-sample/count")
        let plain = started(with: sample).store.userDefaults
        #expect(plain.object(forKey: "sample/count") as? Int == 3)
        #expect(plain.object(forKey: "sample/text") as? String == "YES")
    }

    @Test func aScopesArgumentsHaveItsNames() {
        let sample = Sample(store: .inMemory().scoped("a"))
        sample.count = 3
        #expect(Sample(store: .inMemory(arguments: sample.launchArguments).scoped("a")).count == 3)
    }
}
