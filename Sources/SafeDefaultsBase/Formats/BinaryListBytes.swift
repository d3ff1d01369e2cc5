public import Foundation

/// Reads single objects of a binary property list by their offsets.
///
/// The bytes may come from an untrusted source.
@frozen @usableFromInline
package struct BinaryListBytes {
    /// An object of a list, whose content is given as a range of the list's bytes.
    @usableFromInline
    package enum Object {
        case boolean(Bool)
        case integer(Int64)
        case unsignedInteger(UInt64)
        case real(Double)
        case date(Date)
        case data(Range<Int>)
        case string(Range<Int>, isUTF16: Bool)
        /// A reference to an object of a keyed archive, by its index.
        case uid(Int)
        /// An array.
        ///
        /// Its content is the references to the elements.
        case array(Range<Int>)
        /// A dictionary.
        ///
        /// Its content is the references to all keys, followed by those to the values in the same order.
        case dictionary(Range<Int>)
    }

    /// The last 32 bytes of a list, which describe its table of offsets and its top object.
    package struct Trailer {
        package let offsetSize: Int
        package let referenceSize: Int
        package let count: Int
        package let top: Int
        package let table: Int
    }

    @usableFromInline package let bytes: [UInt8]

    /// The offset at which the objects must end.
    @usableFromInline package let end: Int

    /// The size of a reference in bytes.
    @usableFromInline package let referenceSize: Int

    package init(bytes: [UInt8], end: Int, referenceSize: Int) {
        self.bytes = bytes
        self.end = end
        self.referenceSize = referenceSize
    }

    /// Returns the trailer of a list, or `nil` if it is invalid.
    package static func trailer(_ bytes: [UInt8]) -> Trailer? {
        let start = bytes.count - 32
        guard start >= 8 + 1 + 1 else { return nil }
        let trailer = Trailer(
            offsetSize: Int(bytes[start + 6]), referenceSize: Int(bytes[start + 7]),
            count: integer(bytes, at: start + 8, size: 8) ?? 0, top: integer(bytes, at: start + 16, size: 8) ?? .max,
            table: integer(bytes, at: start + 24, size: 8) ?? 0)
        guard (1...8).contains(trailer.offsetSize), (1...8).contains(trailer.referenceSize),
            trailer.top < trailer.count, trailer.table >= 8, trailer.table < start,
            trailer.count <= (start - trailer.table) / trailer.offsetSize
        else { return nil }
        return trailer
    }

    // MARK: - Objects

    /// Returns the object at an offset, and the offset at which it ends, or `nil` if there is no complete object.
    ///
    /// NB: it is inlined, here and below, because otherwise each result would be packed and unpacked again, which took
    /// a sixth of an opening's instructions.
    @inline(__always) @inlinable
    package func object(at place: Int) -> (object: Object, end: Int)? {
        guard place < end else { return nil }
        let (start, low) = (place + 1, Int(bytes[place] & 0x0F))
        switch bytes[place] >> 4 {
        case 0x0 where low == 8 || low == 9: return (.boolean(low == 9), start)
        case 0x1 where low <= 4: return wholeNumber(at: start, size: 1 << low).map { ($0, start + 1 << low) }
        case 0x2 where low == 2:
            return bits(at: start, size: 4).map { (.real(Double(Float(bitPattern: UInt32($0)))), start + 4) }
        case 0x2 where low == 3: return bits(at: start, size: 8).map { (.real(Double(bitPattern: $0)), start + 8) }
        case 0x3 where low == 3:
            return bits(at: start, size: 8).map {
                (.date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0))), start + 8)
            }
        case 0x4: return content(at: place, width: 1).map { (.data($0), $0.upperBound) }
        case 0x5: return content(at: place, width: 1).map { (.string($0, isUTF16: false), $0.upperBound) }
        case 0x6: return content(at: place, width: 2).map { (.string($0, isUTF16: true), $0.upperBound) }
        // A UID that an `Int` can't represent becomes `.max`, which is never a valid reference.
        case 0x8 where start <= end - low - 1:
            return (.uid(integer(at: start, size: low + 1) ?? .max), start + low + 1)
        case 0xA: return content(at: place, width: referenceSize).map { (.array($0), $0.upperBound) }
        case 0xD: return content(at: place, width: 2 * referenceSize).map { (.dictionary($0), $0.upperBound) }
        default: return nil
        }
    }

    @inline(__always) @inlinable
    func wholeNumber(at place: Int, size: Int) -> Object? {
        // Integers of 1, 2 and 4 bytes are unsigned. Those of 8 bytes are signed.
        guard size == 16 else { return bits(at: place, size: size).map { .integer(Int64(bitPattern: $0)) } }
        guard let high = bits(at: place, size: 8), let low = bits(at: place + 8, size: 8) else { return nil }
        if high == 0 { return .unsignedInteger(low) }
        let signed = Int64(bitPattern: low)
        return high == .max && signed < 0 ? .integer(signed) : nil
    }

    /// Returns the range of an object's content, which consists of parts of `width` bytes.
    ///
    /// The object starts with the number of its parts.
    @inline(__always) @inlinable
    package func content(at place: Int, width: Int) -> Range<Int>? {
        var (first, count) = (place + 1, Int(bytes[place] & 0x0F))
        if count == 0x0F {
            guard first < end, bytes[first] >> 4 == 0x1, bytes[first] & 0x0F <= 3 else { return nil }
            let size = 1 << Int(bytes[first] & 0x0F)
            guard let long = integer(at: first + 1, size: size) else { return nil }
            (first, count) = (first + 1 + size, long)
        }
        let (size, isTooLarge) = count.multipliedReportingOverflow(by: width)
        guard !isTooLarge, size <= end - first else { return nil }
        return first..<first + size
    }

    /// Returns the string in a range, or `nil` if the bytes aren't a valid string.
    package func string(in range: Range<Int>, isUTF16: Bool) -> String? {
        guard isUTF16 else {
            return bytes.withUnsafeBytes { String(ascii: UnsafeRawBufferPointer(rebasing: $0[range])) }
        }
        return String(
            soundUTF16: stride(from: range.lowerBound, to: range.upperBound, by: 2).map { (place: Int) -> UInt16 in
                UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
            })
    }

    // MARK: - Numbers

    /// Returns the reference at an index in the content of a collection.
    @inline(__always) @inlinable
    package func reference(_ index: Int, in content: Range<Int>) -> Int? {
        integer(at: content.lowerBound + index * referenceSize, size: referenceSize)
    }

    /// Returns the bits of a big-endian number in an object, or `nil` if they extend past the end of the objects.
    @inlinable
    package func bits(at place: Int, size: Int) -> UInt64? {
        place <= end - size ? Self.bits(bytes, at: place, size: size) : nil
    }

    @inline(__always) @inlinable
    package func integer(at place: Int, size: Int) -> Int? { Self.integer(bytes, at: place, size: size) }

    /// Returns a big-endian unsigned number, or `nil` if it is out of bounds or an `Int` can't represent it.
    @inline(__always) @inlinable
    static func integer(_ bytes: [UInt8], at place: Int, size: Int) -> Int? {
        guard place >= 0, place <= bytes.count - size else { return nil }
        guard size <= 8 || bytes[place..<place + size - 8].allSatisfy({ $0 == 0 }) else { return nil }
        return Int(exactly: bits(bytes, at: place, size: size))
    }

    /// Returns the bits of a big-endian number that is within the bytes.
    @inline(__always) @inlinable
    package static func bits(_ bytes: [UInt8], at place: Int, size: Int) -> UInt64 {
        // NB: the usual sizes are loaded as a whole, because reading byte by byte took a tenth of its instructions.
        bytes.withUnsafeBytes { bytes in
            switch size {
            case 1: return UInt64(bytes[place])
            case 2: return UInt64(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self)))
            case 4: return UInt64(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
            case 8: return UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            default: return bytes[place..<place + size].reduce(0) { $0 << 8 | UInt64($1) }
            }
        }
    }
}

extension String {
    /// Creates a string from ASCII characters, or returns `nil` if there is another byte.
    fileprivate init?(ascii bytes: UnsafeRawBufferPointer) {
        var (all, place) = (UInt64(0), 0)
        while place < bytes.count - 8 {
            all |= bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            place += 8
        }
        if bytes.count >= 8 {
            // The last eight bytes, some of which the loop may have read already.
            all |= bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
        } else {
            for byte in bytes { all |= UInt64(byte) }
        }
        guard all & 0x8080_8080_8080_8080 == 0 else { return nil }
        // NB: for a string that is so short that it needs no memory of its own, this takes half as many instructions.
        guard bytes.count > 15 else {
            self.init(unsafeUninitializedCapacity: bytes.count) { memory in
                UnsafeMutableRawBufferPointer(memory).copyMemory(from: bytes)
                return bytes.count
            }
            return
        }
        self.init(decoding: bytes, as: UTF8.self)
    }
}
