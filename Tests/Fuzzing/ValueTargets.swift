import Foundation

@testable import SafeDefaults
@testable import SafeDefaultsFormats
@testable import SafeDefaultsInspection
@testable import SafeDefaultsMigrations
@testable import SafeDefaultsSnapshots

/// Settings: what is read of any stored value or text is stored and read again as it was.
enum ValueTargets {
    // MARK: - Stored values

    static func values(_ bytes: [UInt8]) {
        var input = Input(bytes)
        let number = Int(input.byte())
        let stored = input.value()
        for setting in settings(number) {
            guard (try? shared.box.replace([setting.storedName: stored])) != nil else { continue }
            expectKept(setting, "\(stored)")
        }
        let tree = try? stored.decodedTree(DefaultsSnapshot.self)
        if let tree { FormatTargets.expectKept(tree.values) }
        guard let pending = PendingMigration(stored: stored) else { return }
        expect(PendingMigration(stored: pending.stored) == pending, "a migration isn't read as it was: \(stored)")
    }

    /// Checks that what a setting reads can be written, and is read again, as a value and as text.
    private static func expectKept(_ setting: AnySetting, _ source: @autoclosure () -> String) {
        func problem(_ what: String) -> String { "\(setting.typeName) of \(source()) \(what)" }
        let refused = Refusals()
        let (value, text) = DefaultsIssue.withHandler(refused.note) { (setting.value, setting.text) }
        // The form that is written may need more levels than the one that was read.
        let isExpected = refused.reasons.allSatisfy { $0.hasSuffix("levels deep") }
        expect(isExpected, problem("is read and can't be written: \(refused.reasons)"))
        guard let value else { return }
        do {
            try shared.box.replace([setting.storedName: value])
        } catch {
            fail(problem("is read as what can't be stored: \(error)"))
        }
        // Foundation writes the fields of an archive in any order.
        guard !value.hasArchive else { return }
        expect(setting.value == value, problem("is \(value), and then \(setting.value?.description ?? "nothing")"))
        guard let text else { fail(problem("has no text")) }
        do {
            try setting.setText(text)
        } catch {
            fail(problem("has the text \(text), which can't be read: \(error)"))
        }
        expect(setting.value == value, problem("has the text \(text), which is read otherwise"))
    }

    /// Notes the writes that failed.
    private final class Refusals: Sendable {
        private let found = Locked<[String]>([])
        var reasons: [String] { found.withLock { $0 } }

        @Sendable func note(_ issue: DefaultsIssue) {
            if issue.kind == .failedWrite { found.withLock { $0.append(issue.error.reason) } }
        }
    }

    /// The settings with a number: those of one type of the contract, or of a type that holds Foundation's.
    private static func settings(_ number: Int, in store: DefaultsStore = shared) -> [AnySetting] {
        guard number < ContractCase.all.count else { return HostileDomain(store: store).allSettings }
        let place = ContractPlace(store)
        return [.optionalSetting, .defaultedSetting].map { ContractCase.all[number].setting(place, $0) }
    }

    private static let shared = DefaultsStore.inMemory()

    // MARK: - Texts

    static func strings(_ bytes: [UInt8]) {
        let (number, text) = (Int(bytes.first ?? 0), String(decoding: bytes.dropFirst(), as: UTF8.self))
        for setting in settings(number) {
            guard (try? setting.setText(text)) != nil else { continue }
            let value = setting.value
            expectKept(setting, text)
            // A variable of the environment is read as the text is, by a setting of the same type: some have one name.
            // A type that takes any value takes it for a string, as it does a launch argument.
            let variable = EnvironmentOverrides(prefix: "").variable(for: setting.storedName) ?? ""
            let overrides = EnvironmentOverrides(prefix: "", variables: [variable: text])
            for other in settings(number, in: .inMemory(environment: overrides))
            where other.name == setting.name && other.typeName == setting.typeName {
                let expected = setting.typeName.contains("PropertyListValue") ? [value, .string(text)] : [value]
                expect(expected.contains(other.value), "\(setting.typeName) of the variable \(text) is another")
            }
        }
        for value in LaunchArguments.parse(text.split(separator: "\n").map(String.init)).values {
            FormatTargets.expectKept(["": value])
        }
        if let date = ExactDate.date(from: text) {
            expect(ExactDate.date(from: ExactDate.text(for: date)) == date, "the date of \(text) is another")
        }
        if let entry = AuditEntry(line: text) {
            expect(AuditEntry(line: entry.line) == entry, "the line \(text) of a record is another")
        }
        let scope = ScopeName.prefix(text)
        expect(
            ScopeName.reasonToRefuse(text) != nil || ScopeName.scope(of: (scope + "a")[...].utf8) == text,
            "the scope of \(scope) is another")
    }

    // MARK: - Imports

    static func imports(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let data = Data(bytes.dropFirst())
        let policies = DefaultsSnapshot.UnknownNames.allCases
        let domain = HostileDomain(store: .inMemory())
        domain.theme = "dark"
        domain.attempts = 7
        let before = domain.snapshot()
        do throws(DefaultsImportError) {
            let report = try domain.store.import(
                data, for: [HostileDomain.self], unknown: policies[Int(first) % policies.count])
            let file = try DefaultsSnapshot(importing: data)
            let expected = before.values.merging(file.values.limited(to: Set(before.names))) { $1 }
            let after = domain.snapshot()
            expect(after.values == expected, "an import stores \(after.text(showingValues: true))")
            expect(Set(report.set + report.unchanged).isSubset(of: file.values.keys), "\(report) names others")
            expectSnapshotKept(file, before)
        } catch {
            expect(domain.snapshot() == before, "an import that fails changes something")
            expect(!error.problems.isEmpty && error.problems.allSatisfy { !$0.reason.isEmpty }, "\(error)")
        }
    }

    private static func expectSnapshotKept(_ snapshot: DefaultsSnapshot, _ other: DefaultsSnapshot) {
        let difference = snapshot.difference(from: other)
        _ = difference.text(showingValues: true)
        let applied = other.values.merging(difference.newValues) { $1 }
        expect(snapshot.values.allSatisfy { applied[$0.key] == $0.value }, "a difference loses: \(difference)")
    }
}

extension PropertyListValue {
    fileprivate var hasArchive: Bool {
        switch self {
        case .data(let data): KeyedArchive(data) != nil
        case .array(let values): values.contains(where: \.hasArchive)
        case .dictionary(let values): values.values.contains(where: \.hasArchive)
        default: false
        }
    }
}

/// A domain of settings whose types' own `init(from:)` may expect sound content.
struct HostileDomain: SafeDefaults {
    enum Keys: String, DefaultsKey { case theme, attempts, start, link, tree, json, list, foundation, trees, foreign }

    struct Settings {
        let theme = Setting(.theme, default: "light")
        let attempts = Setting(.attempts, default: 3, in: 0...100)
        let start = Setting<Date?>(.start)
        let link = Setting<URL?>(.link)
        let tree = Setting<HostileTree?>(.tree)
        let json = Setting<HostileTree?>(.json, stored: .json)
        let list = Setting<HostileTree?>(.list, stored: .propertyListData)
        let foundation = Setting<HostileTree?>(.foundation, stored: .foundationTree)
        let trees = Setting<[HostileTree]>(.trees, default: [], stored: .jsonData)
        let foreign = Setting<[UUID: [Set<Int>?]]>(.foreign, default: [:], stored: .readingOtherLibraries)
    }
    static let settings = Settings()

    let store: DefaultsStore
}

/// A value of each of Foundation's types that can be encoded.
struct HostileTree: Codable {
    var rows: IndexSet?, path: IndexPath?, link: URLComponents?, url: URL?, uuid: UUID?, day: Date?, bytes: Data?
    var amount: Decimal?, zone: TimeZone?, place: Locale?, calendar: Calendar?, parts: DateComponents?
    var span: DateInterval?, name: PersonNameComponents?, letters: CharacterSet?, length: Measurement<UnitLength>?
    var range: Range<Int>?, closed: ClosedRange<Double>?, time: Duration?
    var table: [Int: String]?, set: Set<Int>?, ratio: Float?, small: Int8?, point: CGPoint?
    var rect: CGRect?, list: [HostileTree]?
}
