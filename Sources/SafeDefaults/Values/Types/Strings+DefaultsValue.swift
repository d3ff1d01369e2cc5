// MARK: - Substring

extension Substring: DefaultsValue {
    /// A string.
    public var defaultsRepresentation: String { String(self) }

    /// Reads the same forms as `String` does.
    public init(defaultsRepresentation string: String) { self = string[...] }
}

// MARK: - Character

extension Character: DefaultsValue {
    /// A string of one character.
    public var defaultsRepresentation: String { String(self) }

    /// Reads the same forms as `String` does, if the string consists of exactly one character.
    ///
    /// The system's version of Unicode decides what a character is: an older system may treat a new emoji as two
    /// characters.
    public init(defaultsRepresentation string: String) throws {
        guard let character = Character(defaultsKey: string) else {
            throw DefaultsError(
                .unreadable, expected: "Character", reason: "what was found is not one character")
        }
        self = character
    }
}

// MARK: - Unicode.Scalar

extension Unicode.Scalar: DefaultsValue {
    /// A string of one Unicode scalar.
    public var defaultsRepresentation: String { String(self) }

    /// Reads the same forms as `String` does, if the string consists of exactly one Unicode scalar.
    public init(defaultsRepresentation string: String) throws {
        guard let scalar = Unicode.Scalar(string) else {
            throw DefaultsError(
                .unreadable, expected: "Unicode.Scalar", reason: "what was found is not one Unicode scalar")
        }
        self = scalar
    }
}
