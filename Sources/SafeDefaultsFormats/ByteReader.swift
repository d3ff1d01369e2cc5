import SafeDefaults

/// Counts the steps that a reader takes, so that tests can compare their number with the size of the input.
///
/// A step is reading or copying an object, a reference or a byte. Readers have a meter only in tests.
package final class WorkMeter {
    private(set) var steps = 0

    func add(_ steps: Int) { self.steps &+= steps }
}

extension [UInt8] {
    /// Calls a closure with these bytes as UTF-8 without a byte order mark, and whether they start like XML.
    ///
    /// Bytes that begin with a byte order mark may be UTF-16.
    ///
    /// - Returns: The result of the closure, or `nil` if the bytes aren't text, or are only spaces.
    func withUTF8<Result>(_ body: (_ text: UnsafeBufferPointer<UInt8>, _ isXML: Bool) -> Result) -> Result? {
        var text = self[...]
        let isBigEndian = starts(with: [0xFE, 0xFF])
        if isBigEndian || starts(with: [0xFF, 0xFE]) {
            let units = stride(from: 2, to: count - 1, by: 2).map { place in
                UInt16(self[place + (isBigEndian ? 0 : 1)]) << 8 | UInt16(self[place + (isBigEndian ? 1 : 0)])
            }
            guard count.isMultiple(of: 2), let string = String(soundUTF16: units) else { return nil }
            text = Array(string.utf8)[...]
        } else if starts(with: [0xEF, 0xBB, 0xBF]) {
            text = text.dropFirst(3)
        }
        guard let first = text.first(where: { !$0.isSpace }) else { return nil }
        return text.withUnsafeBufferPointer { body($0, first == UInt8(ascii: "<")) }
    }
}

/// A reader that reads the bytes of a document once, from start to end.
protocol ByteReader {
    var bytes: UnsafeBufferPointer<UInt8> { get }
    var position: Int { get set }
    var meter: WorkMeter? { get }
}

extension ByteReader {
    func starts(with mark: String) -> Bool { bytes[position...].starts(with: mark.utf8) }

    /// Moves past these bytes if they come next, and returns whether they did.
    mutating func take(_ mark: String) -> Bool {
        guard starts(with: mark) else { return false }
        position += mark.utf8.count
        meter?.add(1)
        return true
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        meter?.add(1)
        return true
    }

    /// Moves past all bytes up to the first that doesn't meet a condition, and returns their range.
    @discardableResult
    mutating func skip(while condition: (UInt8) -> Bool) -> Range<Int> {
        let start = position
        while position < bytes.count, condition(bytes[position]) { position += 1 }
        meter?.add(position - start)
        return start..<position
    }
}
