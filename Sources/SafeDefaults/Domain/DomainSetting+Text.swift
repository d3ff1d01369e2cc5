// A setting's value as text, and back. A text is read in every way that it may be meant, and a value is written as the
// first text that is read as the same value again.

extension DomainSetting {
    func currentText(in box: StoreBox) -> String? {
        do throws(DefaultsError) {
            let value = definition.value(in: box, at: declaration)
            if DefaultsCodec.isNil(value) { return nil }
            return try StoreBox.encoded(value, name: storedName, encode: definition.codec.encode).map(text)
        } catch {
            DefaultsIssue.report(.failedWrite(error, at: declaration))
            return nil
        }
    }

    func write(text: String?, to box: StoreBox) throws(DefaultsError) {
        try definition.write(try value(of: text), to: box)
    }

    private func text(of stored: PropertyListValue) -> String {
        let plain =
            switch stored {
            case .string(let value): value
            case .date(let value): DateString.string(for: value)
            default: stored.text(.plain)
            }
        return isReading(plain, as: stored) ? plain : stored.text(.exact)
    }

    private func isReading(_ text: String, as stored: PropertyListValue) -> Bool {
        do {
            return try definition.codec.encode(try value(of: text)) == stored
        } catch {
            return false
        }
    }

    private func value(of text: String?) throws(DefaultsError) -> Value {
        guard let text else { return try nilValue() }
        let list = PropertyListText(text)
        // A type that keeps kinds apart reads the number, where any other reads the string that a person has typed.
        if let list, let kept = keptValue(of: list.kinds, from: text) { return kept }
        do {
            return try definition.codec.decode(.string(text))
        } catch {
            if let list, let value = decoded(list.strings) ?? decoded(list.kinds) { return value }
            // A property list as XML.
            if text.hasPrefix("<"), let value = PropertyListValue(parsing: text).flatMap(decoded) { return value }
            var error = DefaultsError.wrapping(
                error, as: .unreadable, storedName: storedName, expected: Value.self, found: "string")
            error.reason += "; write \(textForm)"
            throw error
        }
    }

    /// The value of a list, if its type would store it as that list again, and the text as it is as something else.
    private func keptValue(of kinds: PropertyListValue, from text: String) -> Value? {
        guard let value = decoded(kinds), isStored(value, as: kinds) else { return nil }
        guard case .string(let inner) = kinds else { return value }
        // Quotes belong to a string, unless it has them because it would be taken for something else without.
        guard inner != text, let list = PropertyListText(inner), keptValue(of: list.kinds, from: inner) != nil else {
            return nil
        }
        return value
    }

    private func isStored(_ value: Value, as stored: PropertyListValue) -> Bool {
        do {
            return try definition.codec.encode(value) == stored
        } catch {
            return false
        }
    }

    private func decoded(_ stored: PropertyListValue) -> Value? {
        do {
            return try definition.codec.decode(stored)
        } catch {
            // Meant in another way, or wrong, which the first way says.
            return nil
        }
    }

    private func nilValue() throws(DefaultsError) -> Value {
        if let type = Value.self as? any AnyOptional.Type, let value = type.nilValue as? Value { return value }
        throw DefaultsError(
            .unstorable, storedName: storedName, expected: typeName,
            reason: "a value of this type can't be nil; write \(textForm), or call reset")
    }
}

// MARK: - Words

extension DomainSetting {
    var textForm: String {
        let example: PropertyListValue?
        do throws(DefaultsError) {
            example = try encodedDefault()
        } catch {
            // What a default can't be stored as is no example.
            example = nil
        }
        switch example {
        case .array(let values)? where !values.isEmpty: return "a list, such as \(text(of: .array(values)))"
        case .dictionary(let values)? where !values.isEmpty:
            return "a dictionary, such as \(text(of: .dictionary(values)))"
        default: return choices(of: Value.self) ?? Self.form(of: Value.self)
        }
    }

    /// The words of a type that lists its values.
    private func choices(of type: Any.Type) -> String? {
        if let optional = type as? any AnyOptional.Type { return choices(of: optional.wrappedType) }
        guard let type = type as? any CaseIterable.Type else { return nil }
        let words = Self.cases(of: type).compactMap { value -> String? in
            guard let value = value as? Value else { return nil }
            do {
                return try definition.codec.encode(value).map(text)
            } catch {
                return nil
            }
        }
        guard let last = words.last else { return nil }
        return words.count == 1 ? last : "\(words.dropLast().joined(separator: ", ")) or \(last)"
    }

    private static func cases<Type: CaseIterable>(of type: Type.Type) -> [Any] { Array(type.allCases) }
}
