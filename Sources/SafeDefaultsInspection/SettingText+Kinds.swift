import SafeDefaults

extension SettingText {
    /// Returns the value that a text represents, for a type whose stored form may distinguish kinds.
    ///
    /// The text `5` may stand for the string "5" or for the number 5. If the codec distinguishes them, the number is
    /// meant. Otherwise the text is read as a string.
    @_semantics("optimize.sil.specialize.generic.never")
    static func value<Value>(_ text: String, codec: DefaultsCodec<Value>) throws -> Value {
        try keptValue(of: text, codec: codec) ?? decoded(text, decode: codec.decode)
    }

    /// Returns the value that a text shows as another kind than a string: a date, or a value in JSON.
    ///
    /// A number counts only if the library would write it in the same way. So `1.50` and `007` are strings.
    static func shownValue(_ text: String) -> PropertyListValue? {
        if let date = ExactDate.date(from: text) { return .date(date) }
        guard let value = PropertyListValue(json: text) else { return nil }
        switch value {
        case .integer, .unsignedInteger, .real: return text.first == "{" || value.description == text ? value : nil
        default: return value
        }
    }

    /// Returns the value of a text that shows its kind if encoding the value gives what the text shows; otherwise
    /// returns nil.
    @_semantics("optimize.sil.specialize.generic.never")
    private static func keptValue<Value>(of text: String, codec: DefaultsCodec<Value>) -> Value? {
        guard let shown = shownValue(text) else { return nil }
        do {
            let value = try codec.decode(shown)
            guard try codec.encode(value) == shown else { return nil }
            guard case .string(let inner) = shown else { return value }
            // The quotes belong to the string, unless the string without them would be read as another kind of value.
            return inner != text && keptValue(of: inner, codec: codec) != nil ? value : nil
        } catch {
            // The text has another meaning, or is wrong. If it is wrong, reading it as a string says why.
            return nil
        }
    }
}
