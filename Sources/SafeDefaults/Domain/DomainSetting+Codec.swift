// Settings whose stored form is chosen where they are declared. The codec carries what the type can do, so that no
// constraint is needed here.

extension DomainSetting {
    /// Declares a setting with a default, and says how its values are stored.
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
    ///   - fallback: The default, evaluated at every read that finds nothing; never written by a read.
    ///   - codec: How values are stored.
    ///   - writes: When writes reach the store.
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

    /// Declares a setting without a default, and says how its values are stored: it is optional, and `nil` until it is
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
    ///   - writes: When writes reach the store.
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

    /// Not usable: a setting without a default is optional.
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
