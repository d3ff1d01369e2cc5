// Each of these declarations exists only for its message: the compiler prints it if a type can't use the codec. None is
// ever called.

extension DefaultsCodec {
    /// Unavailable, because the type is not `Codable`.
    @available(
        *, unavailable,
        message: "JSON takes values of Codable types only: conform the type, or write stored: .custom(encode:decode:)"
    )
    public static var json: DefaultsCodec { Swift.fatalError() }

    /// Unavailable, because the type is not `Codable`.
    @available(
        *, unavailable,
        message: "JSON takes values of Codable types only: conform the type, or write stored: .custom(encode:decode:)"
    )
    public static var jsonData: DefaultsCodec { Swift.fatalError() }

    /// Unavailable, because the codec is in another module, or the type is not `Codable`.
    @available(
        *, unavailable,
        message: """
            a property list in data needs import SafeDefaultsMigrations, and a Codable type: otherwise write \
            stored: .custom(encode:decode:)
            """
    )
    public static var propertyListData: DefaultsCodec { Swift.fatalError() }

    /// Unavailable, because the codec is in another module, or the type is not `Codable`.
    @available(
        *, unavailable,
        message: """
            the tree of a PropertyListEncoder needs import SafeDefaultsMigrations, and a Codable type: otherwise write \
            stored: .custom(encode:decode:)
            """
    )
    public static var foundationTree: DefaultsCodec { Swift.fatalError() }

    /// Unavailable, because keyed archives are in another module, or the class doesn't conform to `NSSecureCoding`.
    @available(
        *, unavailable,
        message: """
            an archive needs import SafeDefaultsArchives, and a class that conforms to NSSecureCoding: otherwise write \
            stored: .custom(encode:decode:)
            """
    )
    public static func archive<Other>(of type: Other.Type, allowing classes: [AnyClass] = []) -> DefaultsCodec {
        Swift.fatalError()
    }
}
