/// Reads values from texts, which people write in a command or in an environment variable.
///
/// A text is tried in each of its possible meanings.
package enum SettingText {
    /// Returns the value that a text represents, for a type whose stored form may distinguish kinds.
    ///
    /// The text `5` may stand for the string "5" or for the number 5. If the codec distinguishes them, the number is
    /// meant. Otherwise the text is read as a string.
    package static func value<Value>(_ text: String, codec: DefaultsCodec<Value>) throws -> Value {
        if let list = PropertyListText(text), let kept = keptValue(of: list.kinds, from: text, codec: codec) {
            return kept
        }
        return try decoded(text, decode: codec.decode)
    }

    /// Returns the value that a text represents: a string, a property list of strings or of their kinds, or one in XML.
    ///
    /// - Throws: The error of the attempt to read the text as a string.
    static func decoded<Value>(_ text: String, decode: (PropertyListValue) throws -> Value) throws -> Value {
        do {
            return try decode(.string(text))
        } catch {
            if let list = PropertyListText(text),
                let value = self.value(list.strings, decode) ?? value(list.kinds, decode)
            {
                return value
            }
            if text.hasPrefix("<"), let list = PropertyListValue(parsing: text), let value = value(list, decode) {
                return value
            }
            throw error
        }
    }

    /// Returns the value of a parsed property list if encoding the value gives the same list again; otherwise returns
    /// nil.
    private static func keptValue<Value>(
        of kinds: PropertyListValue, from text: String, codec: DefaultsCodec<Value>
    ) -> Value? {
        guard let value = value(kinds, codec.decode), isStored(value, as: kinds, codec) else { return nil }
        guard case .string(let inner) = kinds else { return value }
        // The quotes belong to the string, unless the string without them would be read as another kind of value.
        guard inner != text, let list = PropertyListText(inner),
            keptValue(of: list.kinds, from: inner, codec: codec) != nil
        else { return nil }
        return value
    }

    private static func isStored<Value>(
        _ value: Value, as stored: PropertyListValue, _ codec: DefaultsCodec<Value>
    ) -> Bool {
        do {
            return try codec.encode(value) == stored
        } catch {
            return false
        }
    }

    private static func value<Value>(
        _ stored: PropertyListValue, _ decode: (PropertyListValue) throws -> Value
    ) -> Value? {
        do {
            return try decode(stored)
        } catch {
            // The text has another meaning, or is wrong. If it is wrong, the caller throws the error of its own first
            // attempt.
            return nil
        }
    }
}
