import Foundation

// How names, numbers and values look in a journal. All numbers are little-endian.

/// The bytes before a value's content, which say what it is.
private enum Tag {
    static let falsehood: UInt8 = 0
    static let truth: UInt8 = 1
    static let integer: UInt8 = 2
    static let unsignedInteger: UInt8 = 3
    static let real: UInt8 = 4
    static let string: UInt8 = 5
    static let data: UInt8 = 6
    static let date: UInt8 = 7
    static let array: UInt8 = 8
    static let dictionary: UInt8 = 9
}

extension RecordBuffer {
    /// The number of bytes, and the bytes.
    mutating func append(text: String) {
        var text = text
        text.withUTF8 { utf8 in
            append(number: UInt32(truncatingIfNeeded: utf8.count))
            append(UnsafeRawBufferPointer(utf8))
        }
    }

    mutating func append(value: PropertyListValue) {
        switch value {
        case .boolean(let value): append(number: value ? Tag.truth : Tag.falsehood)
        case .integer(let value):
            append(number: Tag.integer)
            append(number: value)
        case .unsignedInteger(let value):
            append(number: Tag.unsignedInteger)
            append(number: value)
        case .real(let value):
            append(number: Tag.real)
            append(number: value.bitPattern)
        case .string(let value):
            append(number: Tag.string)
            append(text: value)
        case .data(let value):
            append(number: Tag.data)
            append(number: UInt32(truncatingIfNeeded: value.count))
            value.withUnsafeBytes { append($0) }
        case .date(let value):
            append(number: Tag.date)
            append(number: value.timeIntervalSinceReferenceDate.bitPattern)
        case .array(let values):
            append(number: Tag.array)
            append(number: UInt32(truncatingIfNeeded: values.count))
            for value in values { append(value: value) }
        case .dictionary(let values):
            append(number: Tag.dictionary)
            append(number: UInt32(truncatingIfNeeded: values.count))
            for (name, value) in values {
                append(text: name)
                append(value: value)
            }
        }
    }
}

/// Reads what the other extension writes, from bytes that may be anything.
struct JournalBytes {
    private let bytes: UnsafeRawBufferPointer
    private var place: Int

    /// Reads from a place to the end of the bytes.
    init(_ bytes: UnsafeRawBufferPointer, at place: Int = 0) {
        self.bytes = bytes
        self.place = place
    }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        guard place <= bytes.count - MemoryLayout<Number>.size else { return nil }
        defer { place += MemoryLayout<Number>.size }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: type))
    }

    mutating func text() -> String? {
        block().flatMap { String(soundUTF8: $0) }
    }

    mutating func value(depth: Int = 0) -> PropertyListValue? {
        guard let tag = number(UInt8.self) else { return nil }
        switch tag {
        case Tag.falsehood: return false
        case Tag.truth: return true
        case Tag.integer: return number(Int64.self).map { .integer($0) }
        case Tag.unsignedInteger: return number(UInt64.self).map { .unsignedInteger($0) }
        case Tag.real: return number(UInt64.self).map { .real(Double(bitPattern: $0)) }
        case Tag.string: return text().map { .string($0) }
        case Tag.data: return block().map { .data(Data($0)) }
        case Tag.date:
            return number(UInt64.self).map { .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0))) }
        case Tag.array: return array(depth: depth)
        case Tag.dictionary: return dictionary(depth: depth)
        default: return nil
        }
    }

    private mutating func array(depth: Int) -> PropertyListValue? {
        guard depth < deepestPropertyList, let count = number(UInt32.self) else { return nil }
        var values: [PropertyListValue] = []
        for _ in 0..<count {
            guard let value = value(depth: depth + 1) else { return nil }
            values.append(value)
        }
        return .array(values)
    }

    private mutating func dictionary(depth: Int) -> PropertyListValue? {
        guard depth < deepestPropertyList, let count = number(UInt32.self) else { return nil }
        var values: [String: PropertyListValue] = [:]
        for _ in 0..<count {
            guard let name = text(), let value = value(depth: depth + 1) else { return nil }
            values[name] = value
        }
        return .dictionary(values)
    }

    private mutating func block() -> Slice<UnsafeRawBufferPointer>? {
        guard let count = number(UInt32.self).map({ Int(clamping: $0) }), count <= bytes.count - place
        else { return nil }
        defer { place += count }
        return bytes[place..<place + count]
    }
}
