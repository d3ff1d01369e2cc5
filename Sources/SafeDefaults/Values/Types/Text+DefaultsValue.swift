// MARK: - Substring

extension Substring: DefaultsValue {
    /// A string.
    public var defaultsRepresentation: String { String(self) }

    /// Reads what a `String` reads.
    public init(defaultsRepresentation text: String) { self = text[...] }
}

// MARK: - Character

extension Character: DefaultsValue {
    /// A string of one character.
    public var defaultsRepresentation: String { String(self) }

    /// Reads what a `String` reads, if it is one character.
    ///
    /// What is one character is for the system's version of Unicode to say: an older system may take a new emoji for two.
    public init(defaultsRepresentation text: String) throws {
        guard let character = Character(defaultsKey: text) else {
            throw DefaultsError(
                .unreadable, expected: "Character", reason: "what was found is not one character")
        }
        self = character
    }
}

// MARK: - Unicode.Scalar

extension Unicode.Scalar: DefaultsValue {
    /// A string of one scalar.
    public var defaultsRepresentation: String { defaultsKey }

    /// Reads what a `String` reads, if it is one scalar.
    public init(defaultsRepresentation text: String) throws {
        guard let scalar = Unicode.Scalar(defaultsKey: text) else {
            throw DefaultsError(
                .unreadable, expected: "Unicode.Scalar", reason: "what was found is not one Unicode scalar")
        }
        self = scalar
    }
}
