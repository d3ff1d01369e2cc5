// Settings whose stored form is chosen where they are declared. The codec knows how to encode the type, so these
// initializers need no constraint.

extension DomainSetting {
    /// Creates a setting with a default and a stored form.
    ///
    /// ```swift
    /// struct Person: Codable { var name = "", age = 0 }
    ///
    /// struct TeamDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case captain }
    ///     static let captain = Setting(.captain, default: Person(), stored: .json)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - fallback: The default, evaluated at each read that finds nothing, and never stored by it.
    ///   - codec: How values are stored.
    ///   - writes: Which writes are stored.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init(
        _ key: Domain.Keys, default fallback: @autoclosure @escaping @Sendable () -> Value,
        stored codec: DefaultsCodec<Value>, writes: WritePolicy = .always, fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(
            key, codec: codec, writes: writes, declaration: CodeLocation(fileID: fileID, line: line),
            fallback: fallback)
    }

    /// Creates a setting with a stored form and without a default, which is optional, and `nil` until a value is
    /// stored.
    ///
    /// ```swift
    /// struct Person: Codable { var name = "", age = 0 }
    ///
    /// struct TeamDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case captain }
    ///     static let captain = Setting<Person?>(.captain, stored: .json)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - codec: How values of the wrapped type are stored.
    ///   - writes: Which writes are stored.
    ///   - fileID: The file of the declaration, for issues.
    ///   - line: The line of the declaration, for issues.
    public init<Wrapped>(
        _ key: Domain.Keys, stored codec: DefaultsCodec<Wrapped>, writes: WritePolicy = .always,
        fileID: StaticString = #fileID, line: UInt = #line
    ) where Value == Wrapped? {
        self.init(
            key, codec: codec.optional, writes: writes, declaration: CodeLocation(fileID: fileID, line: line),
            fallback: { nil })
    }

    /// Unavailable: a setting without a default is optional.
    @available(
        *, unavailable,
        message: """
            a setting without a default must be of an optional type: write Setting<Value?>(.key, stored: …), or give a \
            default: Setting(.key, default: …, stored: …)
            """
    )
    public init(
        _ key: Domain.Keys, stored codec: DefaultsCodec<Value>, writes: WritePolicy = .always,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(unavailable: ())
    }
}
