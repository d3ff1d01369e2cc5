import ContractCases
import Foundation
import SafeDefaults

@testable import TestSupport

/// The tables of the fixture `conversions.md`, parsed.
///
/// A table of conversions has `Stored` above its first column and a type above each other column. A cell has, in
/// backticks, the value that the type reads from the stored value, or `–` for unreadable. The table with `Type` above
/// its first column lists the kinds that a type reads, so it has an unreadable cell for a stored value of every other
/// kind.
enum ConversionTable {
    /// One cell.
    struct Cell: Sendable, CustomStringConvertible {
        let stored: String
        let type: String
        let expected: String

        var description: String { "\(stored) as \(type) is \(expected)" }
    }

    static let unreadable = "–"

    /// The rows of the kinds that types read, in the fixture or in the guide.
    static func kinds(in path: String) throws -> [String] {
        let lines = try Repository.text(path).components(separatedBy: "\n")
        guard let head = lines.firstIndex(where: { $0.hasPrefix("| Type | boolean |") }) else { return [] }
        return Array(lines[head...].prefix { $0.hasPrefix("|") })
    }

    static let fixture = "Tests/SafeDefaultsTests/Fixtures/conversions.md"

    /// Every cell of the tables.
    static func cells() throws -> [Cell] {
        let article = try Repository.text(fixture)
        var cells: [Cell] = []
        var stored: [String] = []
        var others: [(type: String, kinds: [String])] = []
        var kinds: [String] = []
        var types: [String] = []
        for line in article.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                (types, kinds) = ([], [])
                continue
            }
            let columns = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let names = columns.map { $0.replacingOccurrences(of: "`", with: "") }
            switch columns[0] {
            case "Stored": types = Array(names.dropFirst())
            case "Type": kinds = Array(names.dropFirst())
            case let first where first.hasPrefix("-"): continue
            default:
                if kinds.isEmpty {
                    stored.append(columns[0])
                    cells += zip(types, columns.dropFirst()).map { Cell(stored: columns[0], type: $0, expected: $1) }
                } else {
                    let unread = zip(kinds, columns.dropFirst()).filter { $1 == unreadable }.map(\.0)
                    others.append((names[0], unread))
                }
            }
        }
        let implied = others.flatMap { type, kinds in
            stored.filter { cell in kinds.contains { cell.hasPrefix($0 + " ") } }
                .map { Cell(stored: $0, type: type, expected: unreadable) }
        }
        return cells + implied
    }

    /// The value that a row's first cell describes: the kind and, in backticks, the value.
    static func stored(_ cell: String) -> PropertyListValue? {
        let parts = cell.split(separator: "`", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        let text = String(parts[1].dropLast())
        switch parts[0].trimmingCharacters(in: .whitespaces) {
        case "boolean": return Bool(text).map { .boolean($0) }
        case "integer": return Int64(text).map { .integer($0) } ?? UInt64(text).map { .unsignedInteger($0) }
        case "real": return Double(text).map { .real($0) }
        case "date": return ISO8601DateFormatter().date(from: text).map { .date($0) }
        case "data":
            let pairs = text.dropFirst().dropLast().split(separator: " ")
            return .data(Data(pairs.compactMap { UInt8($0, radix: 16) }))
        case "string", "array", "dictionary":
            let json = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            return RawObject.literal(json)
        default: return nil
        }
    }
}

/// A type that the tables have a column for.
struct ConversionTarget: Sendable {
    let name: String

    /// Reads a stored value, and returns it as a cell shows it; nil for unreadable.
    let read: @Sendable (ContractPlace) -> String?

    static let all: [ConversionTarget] =
        [
            of(Bool.self), of(Int.self), of(UInt8.self), of(UInt64.self), of(Double.self), of(Float.self),
            of(String.self, text: { json($0) }),
            of(Data.self, text: { data in "<\(data.map { String(format: "%02x", $0) }.joined(separator: " "))>" }),
            of(Date.self, text: { ISO8601DateFormatter().string(from: $0) }),
            of(URL.self, text: \.absoluteString), of(UUID.self), of(Theme.self), of(Level.self),
            of([Int].self, named: "[Int]", text: { json($0) }),
            of([String].self, named: "[String]", text: { json($0) }),
            of([String: Int].self, named: "[String: Int]", text: { json($0) }), of(Decimal.self), of(CGFloat.self),
            of(Substring.self, text: { json(String($0)) }), of(Character.self, text: { json(String($0)) }),
            of(Locale.self, text: \.identifier),
            of(TimeZone.self, text: \.identifier),
            of(CGPoint.self, text: { json([Double($0.x), Double($0.y)]) }),
            of(Set<Int>.self, named: "Set<Int>", text: { json($0.sorted()) }),
            of(Range<Int>.self, named: "Range<Int>"), of(ClosedRange<Int>.self, named: "ClosedRange<Int>"),
            of(
                [Int: Int].self, named: "[Int: Int]",
                text: { json(Dictionary(uniqueKeysWithValues: $0.map { ("\($0)", $1) })) }),
        ] + recent

    /// The types that some systems don't have; the tables have their rows all the same.
    static let names = Set(all.map(\.name)).union(["Duration"])

    private static var recent: [ConversionTarget] {
        var targets: [ConversionTarget] = []
        if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) {
            targets.append(of(Duration.self))
        }
        return targets
    }

    private static func of<Value: DefaultsValue>(
        _ type: Value.Type, named name: String = "\(Value.self)",
        text: @escaping @Sendable (Value) -> String = { "\($0)" }
    ) -> ConversionTarget {
        ConversionTarget(name: name) { place in
            place.domain.value(type, forKey: .init(rawValue: place.name)).map(text)
        }
    }

    private static func json(_ object: Any) -> String {
        let data = try? JSONSerialization.data(
            withJSONObject: object, options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes])
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "no JSON"
    }
}
