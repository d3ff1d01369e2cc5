// Codecs that a type has not. Each exists for the sentence that the compiler prints in its place.

extension DefaultsCodec {
    /// Not usable: the type is not `Codable`.
    @available(
        *, unavailable,
        message: "JSON takes values of Codable types only: conform the type, or write stored: .custom(encode:decode:)"
    )
    public static var json: DefaultsCodec { unavailable }

    /// Not usable: the type is not `Codable`.
    @available(
        *, unavailable,
        message: "JSON takes values of Codable types only: conform the type, or write stored: .custom(encode:decode:)"
    )
    public static var jsonData: DefaultsCodec { unavailable }

    /// Not usable: the type is not `Codable`.
    @available(
        *, unavailable,
        message: """
            a property list in data takes values of Codable types only: conform the type, or write \
            stored: .custom(encode:decode:)
            """
    )
    public static var propertyListData: DefaultsCodec { unavailable }

    /// Never runs; it only has to type-check.
    private static var unavailable: DefaultsCodec {
        let refusal = DefaultsError.unstorable(Value.self, because: "its type can't be stored")
        return DefaultsCodec(encode: { _ in throw refusal }, decode: { _ in throw refusal })
    }
}
