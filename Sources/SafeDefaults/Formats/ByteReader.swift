/// Counts the steps that a reader takes, so that tests can compare them with the number of bytes that it was given.
///
/// A step is an object, a reference or a byte that is read or copied. Outside of tests no reader has a meter.
final class WorkMeter {
    private(set) var steps = 0

    func add(_ steps: Int) { self.steps &+= steps }
}

/// A reader that goes through the bytes of a document once.
protocol ByteReader {
    var bytes: UnsafeBufferPointer<UInt8> { get }
    var position: Int { get set }
    var meter: WorkMeter? { get }
}

extension ByteReader {
    func starts(with mark: StaticString) -> Bool {
        guard mark.utf8CodeUnitCount <= bytes.count - position else { return false }
        for index in 0..<mark.utf8CodeUnitCount where bytes[position + index] != mark.utf8Start[index] { return false }
        return true
    }

    /// Steps over some bytes if they are the next ones.
    mutating func take(_ mark: StaticString) -> Bool {
        guard starts(with: mark) else { return false }
        position += mark.utf8CodeUnitCount
        meter?.add(1)
        return true
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        meter?.add(1)
        return true
    }

    /// Steps over the bytes that meet a condition, and returns where they are.
    @discardableResult
    mutating func skip(while condition: (UInt8) -> Bool) -> Range<Int> {
        let start = position
        while position < bytes.count, condition(bytes[position]) { position += 1 }
        meter?.add(position - start)
        return start..<position
    }
}

extension UInt8 {
    /// Whether this is a decimal digit of ASCII.
    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    /// Whether this is a letter of ASCII.
    var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    /// Whether this is one of ASCII's spaces.
    var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

    /// The number that a hexadecimal digit stands for.
    var hexadecimalDigit: UInt64? {
        if isDigit { return UInt64(self - UInt8(ascii: "0")) }
        let place = (self | 0x20) &- UInt8(ascii: "a")
        return place < 6 ? UInt64(place) + 10 : nil
    }
}

extension String {
    // NB: the standard library's own initialisers that validate are those of newer systems.

    /// Decodes bytes in UTF-8; `nil` if they aren't valid UTF-8.
    init?(soundUTF8 bytes: some Collection<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        guard utf8.elementsEqual(bytes) else { return nil }
    }

    /// Decodes units of UTF-16; `nil` if there is an unpaired surrogate among them.
    init?(soundUTF16 units: some Collection<UInt16>) {
        self.init(decoding: units, as: UTF16.self)
        guard utf16.elementsEqual(units) else { return nil }
    }
}
