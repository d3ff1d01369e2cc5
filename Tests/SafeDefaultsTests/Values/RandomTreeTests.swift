import ContractCases
import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// A read of a random tree as any type never traps, and gives either nothing or the stored value.
@Suite struct RandomTreeTests {
    typealias Generator = RandomSource

    /// A type whose reads are checked.
    struct Target: Sendable {
        let name: String
        /// Reads a value and writes it under another name; returns its stored form there, or nil if it was unreadable.
        let reencoded:
            @Sendable (_ domain: ContractDomain, _ from: ContractDomain.Keys, _ to: ContractDomain.Keys) ->
                PropertyListValue?

        init<Value: DefaultsValue>(_ type: Value.Type) {
            name = "\(type)"
            reencoded = { domain, from, to in
                guard case .value(let value) = domain.lookup(type, forKey: from) else { return nil }
                domain.set(value, forKey: to)
                return domain.value(PropertyListValue.self, forKey: to)
            }
        }
    }

    static let targets: [Target] = [
        Target(Bool.self), Target(Int.self), Target(Int8.self), Target(UInt16.self), Target(UInt64.self),
        Target(Double.self),
        Target(Float.self), Target(String.self), Target(Data.self), Target(Date.self), Target(URL.self),
        Target(UUID.self),
        Target(Theme.self), Target(Level.self), Target(Flags.self), Target([Int].self), Target([String].self),
        Target([Double?].self), Target([[String]].self), Target([String: Int].self), Target([String: [String?]].self),
        Target(Point.self), Target([Point].self), Target(Celsius.self), Target(Tree.self),
        Target(PropertyListValue.self),
    ]

    struct Tree: Codable, DefaultsValue {
        var a: Int?
        var b: String?
        var c: [Tree]?
        var d: [String: Double]?
    }

    @Test(arguments: [1, 2, 3, 4], StoreKind.allCases)
    func everyAnswerIsExactOrUnreadable(_ seed: UInt64, kind: StoreKind) {
        var generator = Generator(state: seed)
        let test = TestStore(kind)
        let domain = ContractDomain(store: test.store)
        let (from, to) = (ContractDomain.Keys(rawValue: "from"), ContractDomain.Keys(rawValue: "to"))
        var readable = 0
        for round in 0..<Stress.count(30, usual: 100, full: 5_000) {
            let tree = Self.tree(depth: 0, using: &generator)
            test.store.userDefaults.set(RawObject.foreign(tree), forKey: from.uniqueValue)
            for target in Self.targets {
                let hint: Comment = "seed \(seed), round \(round), \(target.name)"
                let issues = IssueRecorder.issues {
                    guard let again = target.reencoded(domain, from, to) else { return }
                    readable += 1
                    #expect(Self.isSame(tree, again, for: target.name), "\(hint): \(tree) became \(again)")
                }
                #expect(issues.isEmpty, hint)
            }
            #expect(domain.value(PropertyListValue.self, forKey: from) == tree, "seed \(seed), round \(round)")
        }
        let least = Stress.isAsked ? 200 : 60
        #expect(readable > least, "seed \(seed): hardly anything was readable, so hardly anything was tested")
    }

    // MARK: - Random trees

    static func tree(depth: Int, using generator: inout Generator) -> PropertyListValue {
        switch Int.random(in: 0..<(depth < 3 ? 14 : 10), using: &generator) {
        case 0: .boolean(.random(using: &generator))
        case 1: .integer(Int64.random(in: -2...300, using: &generator))
        case 2: .integer(Int64(bitPattern: generator.next()) >> Int64.random(in: 0..<64, using: &generator))
        case 3: .unsignedInteger(generator.next())
        case 4: .real(Double(Int64.random(in: -5...300, using: &generator)) / pick([1, 2, 10], using: &generator))
        case 5: .real(finite(Double(bitPattern: generator.next())))
        case 6, 7: .string(text(using: &generator))
        case 8: .data(Data((0..<Int.random(in: 0...4, using: &generator)).map { UInt8($0) }))
        case 9:
            .date(
                Date(
                    timeIntervalSinceReferenceDate: Double(
                        Int64.random(in: -9_000_000_000...9_000_000_000, using: &generator))))
        case 10, 11:
            .array(
                (0..<Int.random(in: 0...3, using: &generator)).map { _ in tree(depth: depth + 1, using: &generator) })
        default:
            .dictionary(
                Dictionary(
                    (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                        (
                            pick(["a", "b", "c", "d", "x", "y", "$nil", "$some", "é"], using: &generator),
                            tree(depth: depth + 1, using: &generator)
                        )
                    }, uniquingKeysWith: { $1 }))
        }
    }

    private static func finite(_ number: Double) -> Double { number.isFinite ? number : .nan }

    private static func pick<Element>(_ elements: [Element], using generator: inout Generator) -> Element {
        elements[Int.random(in: elements.indices, using: &generator)]
    }

    private static func text(using generator: inout Generator) -> String {
        let whole = [
            "light", "yes", "NO", "t", "https://a.example/b?c#d", "/etc/hosts", "~/x", "2026-11-21T05:37:21Z",
            "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "nan", "inf", "",
        ]
        if Bool.random(using: &generator) { return pick(whole, using: &generator) }
        let characters = Array("0123456789+-. eE,xinf/é\u{0}")
        return String((0..<Int.random(in: 0...22, using: &generator)).map { _ in pick(characters, using: &generator) })
    }

    // MARK: - Same value

    /// Returns whether a value that a type read is the stored value, or one that a documented conversion makes of it.
    private static func isSame(_ stored: PropertyListValue, _ again: PropertyListValue, for type: String) -> Bool {
        switch (stored, again) {
        case (.array(let left), .array(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1, for: type) }
        case (.dictionary(let left), .dictionary(let right)):
            if left.count == 1, left["$nil"] != nil { return right["$nil"] != nil }
            if let escaped = left["$some"], left.count == 1, right["$some"] == nil {
                return isSame(escaped, again, for: type)
            }
            // A Codable struct takes the fields it knows; none is invented.
            return right.allSatisfy { name, value in left[name].map { isSame($0, value, for: type) } ?? false }
                && (type.hasPrefix("Tree") || type.contains("Point") || left.count == right.count)
        case (.dictionary(let left), _):
            // An optional's value may be escaped where it need not be.
            guard type.contains("Optional"), left.count == 1, let escaped = left["$some"] else { return false }
            return isSame(escaped, again, for: type)
        default:
            return stored == again || isSameScalar(stored, again, isFloat: type == "Float")
        }
    }

    private static func isSameScalar(_ stored: PropertyListValue, _ again: PropertyListValue, isFloat: Bool) -> Bool {
        if let left = number(stored), let right = number(again) {
            return left == right || left.isNaN && right.isNaN || isFloat && Float(left) == Float(right)
        }
        switch (stored, again) {
        case (.string(let text), .boolean(let truth)):
            let words = truth ? ["yes", "true", "y", "t", "1"] : ["no", "false", "n", "f", "0"]
            return words.contains(text.lowercased())
        case (.string(let text), .integer), (.string(let text), .unsignedInteger), (.string(let text), .real):
            let trimmed = text.trimmingCharacters(in: .whitespaces)
            if let whole = Int64(trimmed) {
                return again == .integer(whole) || number(again).flatMap { Int64(exactly: $0) } == whole
            }
            guard let left = Double(trimmed), let right = number(again) else { return false }
            return left == right || left.isNaN && right.isNaN || isFloat && Float(left) == Float(right)
        case (_, .string(let text)):
            guard case .string(let original) = stored else {
                return number(stored).map { "\($0)" == text } ?? false || text == wholeText(stored)
            }
            return URL(string: original)?.absoluteString == text || text.hasPrefix("file://")
                || original.uppercased() == text
        case (.string(let text), .date(let date)): return ISO8601DateFormatter().string(from: date) == text
        default: return false
        }
    }

    private static func number(_ value: PropertyListValue) -> Double? {
        switch value {
        case .boolean(let value): value ? 1 : 0
        case .integer(let value): Double(exactly: value)
        case .unsignedInteger(let value): Double(exactly: value)
        case .real(let value): value
        default: nil
        }
    }

    private static func wholeText(_ value: PropertyListValue) -> String? {
        switch value {
        case .integer(let value): "\(value)"
        case .unsignedInteger(let value): "\(value)"
        default: nil
        }
    }
}
