public import Foundation

// Each of these exists for the sentence that the compiler prints for a type that doesn't have the codec.

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

    /// Not usable: the type is not `Codable`.
    @available(
        *, unavailable,
        message: """
            the tree of a PropertyListEncoder takes values of Codable types only: conform the type, or write \
            stored: .custom(encode:decode:)
            """
    )
    public static var foundationTree: DefaultsCodec { unavailable }

    /// Not usable: the class doesn't conform to `NSSecureCoding`.
    @available(
        *, unavailable,
        message: """
            an archive takes objects of classes that conform to NSSecureCoding only: conform the class, or write \
            stored: .custom(encode:decode:)
            """
    )
    public static func archive<Other>(of type: Other.Type, allowing classes: [AnyClass] = []) -> DefaultsCodec {
        unavailable
    }

    /// Not usable: the codec of an optional setting with a default is that of the optional.
    @available(
        *, unavailable,
        message: """
            an optional setting with a default takes the codec of its optional type: write \
            stored: DefaultsCodec.archive(of: Wrapped.self).optional
            """
    )
    public static func archive<Wrapped: NSObject & NSSecureCoding>(
        of type: Wrapped.Type, allowing classes: [AnyClass] = []
    ) -> DefaultsCodec where Value == Wrapped? {
        unavailable
    }

    /// Never runs; it only makes the declarations above compile.
    private static var unavailable: DefaultsCodec {
        let refusal = DefaultsError.unstorable(Value.self, because: "its type can't be stored")
        return DefaultsCodec(encode: { _ in throw refusal }, decode: { _ in throw refusal })
    }
}
