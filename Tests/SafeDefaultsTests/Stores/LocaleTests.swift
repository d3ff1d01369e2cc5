#if os(Linux)
import ChildProcesses
import Foundation
import Testing

@testable import TestSupport

/// Programs that take the user's locale, as those with ncurses, readline or gettext do.
///
/// In Germany and Turkey the decimal sign is a comma, and Foundation reads and writes the numbers of a property list by
/// the locale.
@Suite(.noHang) struct LocaleTests {
    /// The locales, compiled for these tests; one of each decimal sign.
    static let folder = Result {
        let folder = TemporaryDirectory()
        for name in ["de_DE", "tr_TR", "en_US"] {
            let words = ["localedef", "-i", name, "-f", "UTF-8", "\(folder.path)/\(name).UTF-8"]
            let outcome = try ChildProcess.run(words, limit: 120)
            try #require(outcome.status == 0, "\(String(decoding: outcome.errors, as: UTF8.self))")
        }
        return folder
    }

    static let hasSources = access("/usr/share/i18n/locales/de_DE", R_OK) == 0

    @Test(
        .enabled(if: hasSources, "the locales aren't installed; left to .ci/run"),
        arguments: ["de_DE", "tr_TR", "en_US"])
    func aFileIsTheSameInEveryLocale(name: String) throws {
        var program = Program("saver")
        let plain = program
        let folder = try Self.folder.get()
        program.wrapper = ["env", "LOCPATH=\(folder.path)"]
        func run(_ locale: String, _ words: String...) throws -> String {
            var program = program
            program.wrapper.append("LC_ALL=\(locale)")
            let outcome = try program.run(["acme"] + words)
            #expect(outcome.errors == "", "\(locale) \(words)")
            return outcome.output
        }
        try plain.run("acme", "write", "kept")
        let locale = "\(name).UTF-8"
        let sign = name == "en_US" ? "." : ","
        // It is read, changed and saved, by a number with a fraction and by another value.
        #expect(try run(locale, "count-in-locale", "1.25") == "\(sign) kept nil 1.25")
        #expect(try run(locale, "count-in-locale", "2.5") == "\(sign) kept 1.25 2.5")
        #expect(try run("C", "count-in-locale", "3.75") == ". kept 2.5 3.75")
        #expect(try run(locale, "count-in-locale", "0.5") == "\(sign) kept 3.75 0.5")
        #expect(program.preferences.names == ["acme.plist"])
        let data = try Data(contentsOf: program.preferences.file("acme.plist"))
        let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        #expect(list?["other"] as? Double == 0.5 && list?["text"] as? String == "kept")
    }
}
#endif
