// Declarations that can't work. Each overload exists only for its error message, which the compiler prints. None is
// ever called.

extension DomainSetting {
    /// Unavailable: a setting without a default must be optional.
    @available(
        *, unavailable,
        message: """
            a setting without a default must be of an optional type whose values can be stored: write \
            Setting<Value?>(.key), or give a default: Setting(.key, default: …); if the type is optional, its values \
            can't be stored: conform them to DefaultsValue or Codable
            """
    )
    public init(
        _ key: Domain.Keys, stored codec: DefaultsCodec<Value>? = nil, fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        Swift.fatalError()
    }

    /// Unavailable: the default's type can't be stored.
    @available(
        *, unavailable,
        message: """
            values of this type can't be stored: conform it to DefaultsValue or Codable, or, for an empty or mixed \
            literal, write the type: Setting<[Int]>(.key, default: []), Setting<PropertyListValue>(.key, default: …)
            """
    )
    public init(
        _ key: Domain.Keys, default fallback: @autoclosure @escaping @Sendable () -> Value,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        Swift.fatalError()
    }
}
