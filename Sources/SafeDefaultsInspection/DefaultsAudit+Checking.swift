public import Foundation
public import SafeDefaults

extension DefaultsAudit {
    /// What ``check(_:against:exceptUnobservable:filePath:)`` has found.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
        /// The problems, each with a way to fix it.
        public let problems: [String]

        /// The problems, a line each.
        public var description: String { problems.joined(separator: "\n") }

        /// The same text as ``description``.
        public var errorDescription: String? { description }
    }

    /// Throws an error if anything is wrong with the keys of some domains, or has changed since they were recorded.
    ///
    /// It is a test in one line, with any testing library:
    ///
    /// ```swift
    /// func testKeys() throws {
    ///     try DefaultsAudit.check([LoginDefaults.self])
    /// }
    /// ```
    ///
    /// The problems are those of ``problems(in:against:)`` and ``unobservableKeys(in:except:)``.
    ///
    /// The record is a file beside the test's source file. To write it, and to accept changes, run the test with the
    /// environment variable `SAFEDEFAULTS_RECORD=1`. Nothing else writes it. A record that has keys of other domains is
    /// never written over.
    ///
    /// - Parameters:
    ///   - domains: All domains that share a store.
    ///   - file: The name of the file with the record, in the directory of the test's source file; or an absolute path.
    ///     Use another name for domains in another store.
    ///   - names: Stored names that may be unobservable on Apple systems.
    ///   - filePath: The test's source file, which the compiler fills in.
    /// - Throws: A ``Failure`` with all problems.
    public static func check(
        _ domains: [any SafeDefaults.Type], against file: String = "DefaultsKeys.txt",
        exceptUnobservable names: Set<String> = [], filePath: StaticString = #filePath
    ) throws(Failure) {
        let directory = URL(fileURLWithPath: "\(filePath)").deletingLastPathComponent()
        let isRecording = !(ProcessInfo.processInfo.environment["SAFEDEFAULTS_RECORD"] ?? "").isEmpty
        try check(
            domains, at: URL(fileURLWithPath: file, relativeTo: directory), exceptUnobservable: names,
            isRecording: isRecording)
    }

    static func check(
        _ domains: [any SafeDefaults.Type], at url: URL, exceptUnobservable names: Set<String>, isRecording: Bool
    ) throws(Failure) {
        var problems = unobservableKeys(in: domains, except: names)
        do {
            func read() throws -> String { String(decoding: try Data(contentsOf: url), as: UTF8.self) }
            if isRecording {
                let old = FileManager.default.fileExists(atPath: url.path) ? try read() : ""
                if unnamedDomains(in: old, besides: domains).isEmpty {
                    try Data(record(of: domains).utf8).write(to: url, options: .atomic)
                }
            }
            problems = self.problems(in: domains, against: try read()) + problems
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            problems =
                self.problems(in: domains) + problems + [
                    "There is no record of the keys at \"\(url.path)\": run the test once with the environment "
                        + "variable SAFEDEFAULTS_RECORD=1, and add the file to the repository."
                ]
        } catch {
            problems.append("The record of the keys at \"\(url.path)\" can't be \(isRecording ? "written" : "read").")
        }
        if !problems.isEmpty { throw Failure(problems: problems) }
    }
}
