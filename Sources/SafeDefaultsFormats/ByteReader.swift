import SafeDefaults

/// Counts the steps that a reader takes, so that tests can compare their number with the size of the input.
///
/// A step is reading or copying an object, a reference or a byte. Readers have a meter only in tests.
package final class WorkMeter {
    private(set) var steps = 0

    func add(_ steps: Int) { self.steps &+= steps }
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
