import Foundation
package import SafeDefaults

/// Reads the values of a property-list file.
///
/// If the file is damaged, reads the values that are still complete.
package enum SnapshotReader {
    /// The result of reading a file.
    package struct Reading {
        package var values: [StoredName: PropertyListValue]

        /// Whether a part of the file couldn't be read.
        package var isDamaged: Bool

        package init(values: [StoredName: PropertyListValue] = [:], isDamaged: Bool = false) {
            self.values = values
            self.isDamaged = isDamaged
        }
    }

    /// Reads the bytes of a file.
    package static func read(_ bytes: [UInt8], meter: WorkMeter? = nil) -> Reading {
        let hasSignature = bytes.starts(with: "bplist0".utf8)
        let text = hasSignature ? Reading(isDamaged: true) : XMLListReader.entries(bytes, meter: meter)
        guard text.isDamaged, text.values.isEmpty else { return text }
        var reader = BinaryListReader(salvaging: bytes)
        var reading = reader?.readTop(meter) ?? Reading(isDamaged: true)
        // The signature itself may be damaged. A valid trailer also shows that the file is a binary list, and not text.
        reading.isDamaged = reading.isDamaged || !hasSignature
        guard reading.isDamaged, hasSignature else { return reading }
        // If the table of offsets or the trailer is damaged, it leads to few objects, or to none.
        let salvaged = salvage(bytes, meter: meter)
        guard salvaged.values.count > 2 * reading.values.count else { return reading }
        reading.values.merge(salvaged.values, uniquingKeysWith: { found, _ in found })
        return reading
    }

    /// Reads a list whose trailer is missing or damaged, by reading one object after another from the start.
    ///
    /// Only the trailer contains the size of a reference, so each size is tried, and the one that gives the most values
    /// is used. This works for lists that this library or Foundation has written, because their top dictionary comes
    /// first.
    private static func salvage(_ bytes: [UInt8], meter: WorkMeter?) -> Reading {
        var best = Reading(values: [:], isDamaged: true)
        for referenceSize in [1, 2, 4] {
            let list = BinaryListBytes(bytes: bytes, end: bytes.count, referenceSize: referenceSize)
            var (offsets, place) = ([Int](), 8)
            while let next = list.object(at: place)?.end {
                offsets.append(place)
                place = next
            }
            var reader = BinaryListReader(salvaging: list, offsets: offsets)
            if let reading = reader.readTop(meter), reading.values.count > best.values.count { best = reading }
        }
        best.isDamaged = true
        return best
    }
}

// MARK: - The top dictionary

extension BinaryListReader {
    /// Returns the values of the top dictionary, or `nil` if that dictionary can't be read.
    fileprivate mutating func readTop(_ meter: WorkMeter?) -> SnapshotReader.Reading? {
        defer { meter?.add(offsets.count + steps + copied) }
        guard let place = offset(of: top), case .dictionary(let content)? = list.object(at: place)?.object else {
            return nil
        }
        let count = content.count / list.referenceSize / 2
        path = [place]
        var reading = SnapshotReader.Reading()
        // The file's count isn't trusted, so only a limited capacity is reserved. The dictionary grows further if
        // necessary.
        reading.values.reserveCapacity(min(count, 1 << 20))
        // How many references may still be in values that are kept. It starts at the list's size in bytes: a usual list
        // has fewer references, because each of them takes at least one byte, and few collections occur in it twice.
        var kept = list.bytes.count
        // How many references may still be read for values that turn out to be unreadable. They don't count among those
        // of the values that are kept. One value may use half of what is left, so that a sound value is still read
        // behind many others.
        var wasted = 3 * kept
        for index in 0..<count {
            let start = steps
            lastStep = start + min(kept, wasted / 2)
            guard takes(2) else {
                reading.isDamaged = true
                return reading
            }
            if let key = list.reference(index, in: content), let value = list.reference(count + index, in: content),
                let name = usualName(key) ?? self.name(key),
                let content = usualValue(value) ?? self.value(value, levels: deepestPropertyList)
            {
                kept -= steps - start
                if reading.values.updateValue(content, forKey: StoredName(name)) != nil { reading.isDamaged = true }
            } else {
                wasted -= steps - start
                reading.isDamaged = true
            }
        }
        return reading
    }

    // NB: the next two functions read the most common names and values. The reader could read them as well, but opening
    // a file would take a sixth more instructions.

    /// Reads a name that is a short ASCII string, or returns `nil` for any other.
    @inline(__always)
    private mutating func usualName(_ reference: Int) -> String? {
        guard copied <= list.end, let place = offset(of: reference), place < list.end,
            list.bytes[place] >> 4 == 0x5, let range = list.content(at: place, width: 1), range.count < 64
        else { return nil }
        copied += range.count
        return list.string(in: range, isUTF16: false)
    }

    /// Reads a Boolean or an integer, or returns `nil` for any other value.
    @inline(__always)
    private func usualValue(_ reference: Int) -> PropertyListValue? {
        guard let place = offset(of: reference), place < list.end else { return nil }
        let mark = list.bytes[place]
        switch mark {
        case 0x08, 0x09: return .boolean(mark == 0x09)
        case 0x10...0x13:
            return list.bits(at: place + 1, size: 1 << Int(mark & 0x0F)).map { .integer(Int64(bitPattern: $0)) }
        default: return nil
        }
    }
}
