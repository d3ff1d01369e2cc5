import Foundation

@testable import SafeDefaults
@testable import SafeDefaultsArchives
@testable import SafeDefaultsFiles
@testable import SafeDefaultsFormats
@testable import SafeDefaultsMigrations

/// Property lists and archives: what is accepted is written and read again as it was.
enum FormatTargets {
    static func binary(_ bytes: [UInt8]) {
        let data = Data(bytes)
        let reading = metered(bytes) { SnapshotReader.read(bytes, meter: $0) }
        expectKept(Dictionary(keepingLast: reading.values.map { ($0.text, $1) }))
        let value = PropertyListValue(binaryList: data)
        for isArchive in [false, true] {
            guard var reader = BinaryListReader(data, isArchive: isArchive) else { continue }
            _ = reader.value()
            expectFew(reader.steps + reader.copied, for: bytes)
        }
        guard case .dictionary(let values)? = value else { return }
        expectKept(values)
        guard !reading.isDamaged else { return }
        let texts = Dictionary(keepingLast: reading.values.map { ($0.text, $1) })
        expect(.dictionary(texts) == .dictionary(values), "the readers differ")
    }

    static func text(_ bytes: [UInt8]) {
        let reading = metered(bytes) { XMLListReader.entries(bytes, meter: $0) }
        let names = Dictionary(keepingLast: reading.values.map { ($0.text, $1) })
        expectKept(names)
        guard let value = metered(bytes, { XMLListReader.value(bytes, meter: $0) }) else { return }
        expectKept(["": value])
        guard case .dictionary(let values) = value, !reading.isDamaged, names.count == reading.values.count else {
            return
        }
        expect(.dictionary(names) == .dictionary(values), "the readers differ")
    }

    static func json(_ bytes: [UInt8]) {
        let contents = PropertyListFile.contents(of: Data(bytes))
        expectKept(contents.values)
        guard let string = String(soundUTF8: bytes), let json = try? JSONReader.read(string),
            let value = try? PropertyListJSON.value(json)
        else { return }
        expectKept(["": value])
    }

    /// Runs a reader, whose work has to be in proportion to the bytes.
    private static func metered<Result>(_ bytes: [UInt8], _ read: (WorkMeter) -> Result) -> Result {
        let meter = WorkMeter()
        let result = read(meter)
        expectFew(meter.steps, for: bytes)
        return result
    }

    private static func expectFew(_ steps: Int, for bytes: [UInt8]) {
        expect(steps <= 32 * bytes.count + 1_000, "\(steps) steps for \(bytes.count) bytes")
    }

    // MARK: - Writing

    /// Every format that can hold the values keeps them exactly.
    static func expectKept(_ values: [String: PropertyListValue]) {
        for (name, value) in values {
            do throws(DefaultsError) {
                try StorableCheck.check(value, name: name)
                expectTextKept(value)
            } catch {
                // What no store accepts isn't written. Its text is read unless it is deeper than any stored value.
                if !error.reason.hasSuffix("levels deep") { expectTextKept(value) }
                return
            }
        }
        let whole = PropertyListValue.dictionary(values)
        for format in [PropertyListFile.Format.json, .xml, .binary] {
            let data: Data
            do {
                data = try PropertyListFile.data(of: values, as: format)
            } catch {
                expect(format == .xml && error.reason.contains("null character"), "\(format): \(error)")
                continue
            }
            let contents = PropertyListFile.contents(of: data)
            expect(contents.flaws.isEmpty, "\(format): \(contents.flaws)")
            expect(.dictionary(contents.values) == whole, "\(format) loses: \(whole)")
            let reading = SnapshotReader.read([UInt8](data))
            guard format != .json else { continue }
            let read = Dictionary(keepingLast: reading.values.map { ($0.text, $1) })
            expect(!reading.isDamaged && .dictionary(read) == whole, "\(format) loses in a store: \(whole)")
        }
        var buffer = RecordBuffer()
        buffer.append(value: whole)
        var reader = RecordReader(buffer.bytes)
        expect(reader.value() == whole, "a record loses: \(whole)")
    }

    /// The text of a value is read as this value.
    private static func expectTextKept(_ value: PropertyListValue) {
        let text = value.description
        expect(PropertyListValue(json: text) == value, "\(text) isn't read as it was written")
    }

    // MARK: - Archives

    private static func foreign<Value: DefaultsValue>(_ type: Value.Type, _ stored: PropertyListValue) throws -> Value {
        try DefaultsCodec<Value>.readingOtherLibraries.decode(stored)
    }

    /// Foundation unarchives what the check accepts, and archives it again.
    static func archive(_ bytes: [UInt8]) {
        let data = Data(bytes)
        guard let archive = KeyedArchive(data) else { return }
        if let list = archive.propertyList { expectKept(["": list]) }
        for type in [URL.self, [URL].self, UUID.self, [String: Date].self] as [any DefaultsValue.Type] {
            _ = try? type._decode(.data(data))
            _ = try? foreign(type, .data(data))
        }
        let classes: [AnyClass] = [Room.self, Lamp.self, NSURL.self]
        guard archive.unlistedClass(allowing: classes) == nil, archive.isSafe,
            let object = try? KeyedArchive.object(in: data, classes: classes + KeyedArchive.plainClasses)
                as? any NSObject & NSSecureCoding,
            let again = try? NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true),
            let second = KeyedArchive(again), second.isSafe
        else { return }
        // NB: not compared, because Foundation on Linux archives true as 1 if there is a 1 before it.
        let copy = try? KeyedArchive.object(in: again, classes: classes + KeyedArchive.plainClasses)
        expect(copy as? NSObject != nil, "\(object) is archived as what can't be unarchived")
    }
}
