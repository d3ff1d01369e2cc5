import Foundation
import SafeDefaults

// Converts a setting's value to a string, and a string to a value, as `SettingText` does. A string, a number or a date
// is written as it is if that is read as the same value again. Other values are written in JSON.

extension DomainSetting {
    func currentText(in box: StoreBox) -> String? {
        currentValue(in: box).map(text)
    }

    func currentValue(in box: StoreBox) -> PropertyListValue? {
        do throws(DefaultsError) {
            let value = definition.value(in: box, at: declaration)
            if DefaultsCodec.isNil(value) { return nil }
            return try StoreBox.encoded(value, name: storedName, encode: definition.codec.encode)
        } catch {
            DefaultsIssue.report(.failedWrite(box.naming(error), at: declaration))
            return nil
        }
    }

    func write(text: String?, to box: StoreBox) throws(DefaultsError) {
        let new: Value
        do throws(DefaultsError) {
            new = try value(of: text)
        } catch {
            throw box.naming(error)
        }
        try definition.write(new, to: box)
    }

    private func text(of stored: PropertyListValue) -> String {
        let texts =
            switch stored {
            case .string(let value): [value]
            case .real(let value): [value.description]
            case .date(let value): [ExactDate.shortText(for: value), ExactDate.text(for: value)]
            default: [String]()
            }
        return texts.first { isReading($0, as: stored) } ?? stored.description
    }

    private func isReading(_ text: String, as stored: PropertyListValue) -> Bool {
        (try? definition.codec.encode(value(of: text))) == stored
    }

    private func value(of text: String?) throws(DefaultsError) -> Value {
        guard let text else { return try nilValue() }
        do {
            return try SettingText.value(text, codec: definition.codec)
        } catch {
            var error = DefaultsError.wrapping(
                error, as: .unreadable, storedName: storedName, expected: Value.self, found: "string")
            error.reason += "; write \(textForm)"
            throw error
        }
    }

    private func nilValue() throws(DefaultsError) -> Value {
        if let type = Value.self as? any AnyOptional.Type, let value = type.nilValue as? Value { return value }
        throw DefaultsError(
            .unstorable, storedName: storedName, expected: typeName,
            reason: "a value of this type can't be nil; write \(textForm), or call reset")
    }
}

// MARK: - Limits

extension DomainSetting {
    var bounds: (lowest: PropertyListValue?, highest: PropertyListValue?) {
        let bounds = definition.limits?.bounds()
        return (bounds?.lowest.flatMap(form), bounds?.highest.flatMap(form))
    }

    private func form(of value: Value) -> PropertyListValue? {
        // A bound that can't be stored bounds nothing that can.
        try? definition.unlimitedCodec.encode(value)
    }

    func reasonToRefuse(text: String) -> String? {
        reasonToRefuse { try SettingText.value(text, codec: definition.unlimitedCodec) }
    }

    func reasonToRefuse(_ stored: PropertyListValue) -> String? {
        reasonToRefuse { try definition.unlimitedCodec.decode(stored) }
    }

    private func reasonToRefuse(_ value: () throws -> Value) -> String? {
        // If it is no value, whoever reads it as one reports that.
        definition.limits.flatMap { limits in (try? value()).flatMap(limits.reasonToRefuse) }
    }
}

// MARK: - Descriptions

extension DomainSetting {
    var textForm: String {
        switch isSecret ? nil : storableDefault {
        case .array(let values)? where !values.isEmpty: return "a list, such as \(text(of: .array(values)))"
        case .dictionary(let values)? where !values.isEmpty:
            return "a dictionary, such as \(text(of: .dictionary(values)))"
        default:
            let form = Self.list(of: cases.map(text)) ?? Self.form(of: Value.self)
            guard let range = definition.limits?.range else { return form }
            return "\(form.prefix { $0 != "," }) \(range)"
        }
    }

    var choices: [String] {
        if isSecret { return [] }
        return Self.wrappedType == Bool.self ? ["true", "false"] : cases.map(text)
    }

    var cases: [PropertyListValue] {
        guard !isSecret, let type = Self.wrappedType as? any CaseIterable.Type else { return [] }
        return Self.cases(of: type).compactMap { ($0 as? Value).flatMap { try? definition.codec.encode($0) } }
    }

    private static var wrappedType: Any.Type { (Value.self as? any AnyOptional.Type)?.wrappedType ?? Value.self }

    /// Returns a list such as "light, dark or system"; nil for no words.
    private static func list(of words: [String]) -> String? {
        guard let last = words.last else { return nil }
        return words.count == 1 ? last : "\(words.dropLast().joined(separator: ", ")) or \(last)"
    }

    private static func cases<Type: CaseIterable>(of type: Type.Type) -> [Any] { Array(type.allCases) }

    /// Returns a description of the strings that represent values of a type.
    private static func form(of type: Any.Type) -> String {
        if let optional = type as? any AnyOptional.Type { return form(of: optional.wrappedType) }
        switch type {
        case is Bool.Type: return "true or false"
        case is any FixedWidthInteger.Type: return "a whole number, such as 7"
        case is any BinaryFloatingPoint.Type, is Decimal.Type: return "a number, such as 1.5"
        case is Date.Type: return "a date, such as 2026-11-21T05:37:21Z"
        case is URL.Type: return "a URL, such as https://example.com"
        case is UUID.Type: return "a UUID, such as E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        case is Data.Type: return #"data in Base64, such as {"$data": "Cv8="}"#
        case is any StringProtocol.Type: return "a string"
        case _ where "\(type)" == "Duration": return "seconds, such as 1.5"
        case is any ExpressibleByDictionaryLiteral.Type: return #"a dictionary, such as {"name": "value"}"#
        case is any ExpressibleByArrayLiteral.Type: return #"a list, such as ["a", "b"]"#
        default: return "a string that stands for a value of the type \(type)"
        }
    }
}
