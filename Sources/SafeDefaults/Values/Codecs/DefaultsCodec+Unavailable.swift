// Each of these declarations exists only for its message: the compiler prints it if a type can't use the codec.

extension DefaultsCodec {
    /// Unavailable, because the type is not `Codable`.
    @available(
        *, unavailable,
        message: "JSON takes values of Codable types only: conform the type, or write stored: .custom(encode:decode:)"
    )
    public static var json: DefaultsCodec { unavailable }

    /// Unavailable, because the type is not `Codable`.
    @available(
        *, unavailable,
        message: "JSON takes values of Codable types only: conform the type, or write stored: .custom(encode:decode:)"
    )
    public static var jsonData: DefaultsCodec { unavailable }

    /// Unavailable, because the type is not `Codable`.
    @available(
        *, unavailable,
        message: """
            a property list in data takes values of Codable types only: conform the type, or write \
            stored: .custom(encode:decode:)
            """
    )
    public static var propertyListData: DefaultsCodec { unavailable }

    /// Unavailable, because the type is not `Codable`.
    @available(
        *, unavailable,
        message: """
            the tree of a PropertyListEncoder takes values of Codable types only: conform the type, or write \
            stored: .custom(encode:decode:)
            """
    )
    public static var foundationTree: DefaultsCodec { unavailable }

    /// Unavailable, because keyed archives are in another module, or the class doesn't conform to `NSSecureCoding`.
    @available(
        *, unavailable,
        message: """
            an archive needs import SafeDefaultsArchives, and a class that conforms to NSSecureCoding: otherwise write \
            stored: .custom(encode:decode:)
            """
    )
    public static func archive<Other>(of type: Other.Type, allowing classes: [AnyClass] = []) -> DefaultsCodec {
        unavailable
    }

    /// Never runs; it only makes the declarations above compile.
    private static var unavailable: DefaultsCodec {
        let refusal = DefaultsError.unstorable(Value.self, because: "its type can't be stored")
        return DefaultsCodec(encode: { _ in throw refusal }, decode: { _ in throw refusal })
    }
}
