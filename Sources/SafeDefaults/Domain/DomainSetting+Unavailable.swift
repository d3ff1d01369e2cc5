// Declarations that can't work. Each overload exists only for its error message, which the compiler prints.

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
        _ key: Domain.Keys, writes: WritePolicy = .always, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(unavailable: ())
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
        writes: WritePolicy = .always, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(unavailable: ())
    }

    /// Unavailable: a setting needs a type or a default.
    @available(
        *, unavailable,
        message: """
            a setting needs a type: write Setting<Value?>(.key), or give a default, whose type it then has: \
            Setting(.key, default: …)
            """
    )
    public init(
        _ key: Domain.Keys, writes: WritePolicy = .always, fileID: StaticString = #fileID, line: UInt = #line
    ) where Value == Never {
        self.init(unavailable: ())
    }

    /// Unavailable: nil alone has no type.
    @available(
        *, unavailable,
        message: "nil has no type: write Setting<Value?>(.key), which is nil until it is stored, without a default"
    )
    public init(
        _ key: Domain.Keys, default fallback: Never?, writes: WritePolicy = .always,
        fileID: StaticString = #fileID, line: UInt = #line
    ) where Value == Never {
        self.init(unavailable: ())
    }

    /// Creates nothing usable, and is never called, because no call of an unavailable initializer compiles.
    ///
    /// The compiler only checks the types of its body.
    init(unavailable: Void) {
        let refusal = DefaultsError.unstorable(Value.self, because: "its type can't be stored")
        let definition = SettingDefinition<Value>(
            NoKey.none, codec: DefaultsCodec(encode: { _ in throw refusal }, decode: { _ in throw refusal }),
            writes: .always, declaration: CodeLocation(), fallback: { Swift.fatalError() })
        self.init(definition: definition)
    }
}

/// The key of a setting that can't be created.
private enum NoKey: String, DefaultsKey { case none }
