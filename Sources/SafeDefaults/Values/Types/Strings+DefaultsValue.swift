// MARK: - Substring

extension Substring: DefaultsValue {
    /// A string.
    public var defaultsRepresentation: String { String(self) }

    /// Reads the forms that a `String` reads.
    public init(defaultsRepresentation string: String) { self = string[...] }
}

// MARK: - Character

extension Character: DefaultsValue {
    /// A string of one character.
    public var defaultsRepresentation: String { String(self) }

    /// Reads the forms that a `String` reads, if it is one character.
    ///
    /// The system's version of Unicode decides what one character is: an older system may take a new emoji for two.
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
    /// A string of one scalar.
    public var defaultsRepresentation: String { defaultsKey }

    /// Reads the forms that a `String` reads, if it is one scalar.
    public init(defaultsRepresentation string: String) throws {
        guard let scalar = Unicode.Scalar(defaultsKey: string) else {
            throw DefaultsError(
                .unreadable, expected: "Unicode.Scalar", reason: "what was found is not one Unicode scalar")
        }
        self = scalar
    }
}
