import Foundation

@testable import SafeDefaults

/// What the fuzzer feeds with bytes.
///
/// Each target says what has to hold for any bytes. What doesn't hold ends the process, as a trap does.
enum FuzzTarget: String, CaseIterable {
    case binary, text, json, archive, journal, store, imports, values, strings

    /// The target that `.ci/fuzz` has chosen.
    static let chosen: FuzzTarget = {
        let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
        guard let target = FuzzTarget(rawValue: name) else { fail("no target \"\(name)\"") }
        return target
    }()

    func run(_ bytes: [UInt8]) {
        switch self {
        case .binary: FormatTargets.binary(bytes)
        case .text: FormatTargets.text(bytes)
        case .json: FormatTargets.json(bytes)
        case .archive: FormatTargets.archive(bytes)
        case .journal: StoreTargets.journal(bytes)
        case .store: StoreTargets.store(bytes)
        case .imports: ValueTargets.imports(bytes)
        case .values: ValueTargets.values(bytes)
        case .strings: ValueTargets.strings(bytes)
        }
    }
}

/// Runs one input; the fuzzer calls it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    DefaultsIssue.withHandler({ _ in }) { FuzzTarget.chosen.run(bytes) }
    return 0
}

/// Ends the process unless a condition holds.
func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fail(message()) }
}

/// Ends the process with a message.
func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("FUZZ: \(message)\n".utf8))
    abort()
}

/// Takes bytes for numbers, strings and values; any bytes stand for some.
struct Input {
    private var rest: ArraySlice<UInt8>

    /// A number that every change of the bytes changes.
    let digest: UInt64

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
        digest = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    var isEmpty: Bool { rest.isEmpty }

    /// All bytes that are left.
    mutating func remainder() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }

    /// The next byte; 0 at the end.
    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// A number of a type, made of as many bytes as it has.
    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number {
        (0..<Number.bitWidth / 8).reduce(0) { $0 | Number(truncatingIfNeeded: byte()) << (8 * Number($1)) }
    }

    /// As many bytes as the first of them says.
    mutating func bytes() -> [UInt8] {
        let content = rest.dropFirst().prefix(Int(byte()))
        rest = rest.dropFirst(content.count)
        return Array(content)
    }

    mutating func string() -> String { String(decoding: bytes(), as: UTF8.self) }

    /// A value that a store accepts.
    mutating func storableValue() -> PropertyListValue {
        let value = value()
        return (try? StorableCheck.check(value, name: "")) == nil ? false : value
    }

    /// A value of any kind and depth.
    mutating func value(depth: Int = 0) -> PropertyListValue {
        switch byte() % (depth < 6 ? 13 : 10) {
        case 0: return .boolean(byte() & 1 == 1)
        case 1: return .integer(Int64(number(Int8.self)))
        case 2: return .integer(number())
        case 3: return .whole(number())
        case 4: return .real(Double(number(Int16.self)) / 4)
        case 5: return .real(Double(bitPattern: number()))
        case 6: return .string(string())
        case 7: return .data(Data(bytes()))
        case 8: return .date(Date(timeIntervalSinceReferenceDate: Double(number(Int32.self)) / 8))
        case 9: return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: number())))
        case 10: return .array((0..<byte() % 8).map { _ in value(depth: depth + 1) })
        case 11:
            let entries = (0..<byte() % 8).map { _ in (string(), value(depth: depth + 1)) }
            return .dictionary(Dictionary(keepingLast: entries))
        default: return (0..<byte()).reduce(value(depth: depth + 1)) { inner, _ in .array([inner]) }
        }
    }
}
