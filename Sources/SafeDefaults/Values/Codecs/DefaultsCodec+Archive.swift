public import Foundation

extension DefaultsCodec where Value: NSObject & NSSecureCoding & _SendableMetatype {
    /// Returns the codec of a keyed archive, as data.
    ///
    /// A class that conforms to ``DefaultsValue`` without any members has this form anyway. The codec needs no
    /// conformance, so it takes the classes of frameworks, and it takes further classes that an archive may contain.
    ///
    /// Reads keyed archives in data, also those of other programs, and the form that the type has without a codec, so
    /// that a setting can change to this form. An archive that is damaged, or contains an object of any other class, is
    /// unreadable; a value with such an object fails the write.
    ///
    /// ```swift
    /// final class Lamp: NSObject, NSSecureCoding {
    ///     static let supportsSecureCoding = true
    ///     override init() {}
    ///     init?(coder: NSCoder) {}
    ///     func encode(with coder: NSCoder) {}
    /// }
    ///
    /// final class Scene: NSObject, NSSecureCoding {
    ///     static let supportsSecureCoding = true
    ///     let lamp: Lamp?
    ///     init(_ lamp: Lamp) { self.lamp = lamp }
    ///     init?(coder: NSCoder) { lamp = coder.decodeObject(of: Lamp.self, forKey: "lamp") }
    ///     func encode(with coder: NSCoder) { coder.encode(lamp, forKey: "lamp") }
    /// }
    ///
    /// struct HomeDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case evening, scenes }
    ///     static let evening = Setting<Scene?>(.evening, stored: .archive(of: Scene.self, allowing: [Lamp.self]))
    ///     static let scenes = Setting<[Scene]>(
    ///         .scenes, default: [], stored: DefaultsCodec.archive(of: Scene.self, allowing: [Lamp.self]).array)
    /// }
    /// ```
    ///
    /// - Important: On Linux the bytes of an archive depend on the order of dictionaries, which differs from process to
    ///   process: a setting that only writes changes may store an unchanged object again.
    /// - Parameters:
    ///   - type: The class.
    ///   - classes: Further classes that an archive may contain: subclasses, and the classes of objects that it refers
    ///     to. Foundation's strings, numbers, dates, data, arrays, sets, dictionaries and UUIDs are always allowed.
    /// - Returns: The codec.
    public static func archive(of type: Value.Type, allowing classes: [AnyClass] = []) -> DefaultsCodec {
        let allowed = [type] + classes
        return DefaultsCodec(
            encode: { try KeyedArchive.data(of: $0, allowing: allowed) },
            decode: { stored in
                if case .data = stored { return try KeyedArchive.object(type, in: stored, allowing: allowed) }
                return try ownForm(of: stored)
            })
    }

    /// Reads the form that the type has without a codec, if it has one.
    private static func ownForm(of stored: PropertyListValue) throws -> Value {
        let value: Any? =
            switch Value.self {
            case let type as any DefaultsValue.Type: try type._decode(stored)
            case let type as any Decodable.Type: try TreeDecoder.decode(type, from: stored)
            default: nil
            }
        guard let value = value as? Value else { throw DefaultsError.unreadable(Value.self, from: stored) }
        return value
    }
}

extension DefaultsCodec {
    /// Returns the codec of one keyed archive of an array of objects, as data, which is how some libraries store it.
    ///
    /// The objects' class conforms to `NSSecureCoding`. The archive contains all of them, and objects that they share
    /// only once. For an array of archives, one for each element, write
    /// `DefaultsCodec.archive(of: Element.self).array`; this codec reads those too.
    ///
    /// ```swift
    /// final class Frog: NSObject, NSSecureCoding {
    ///     static let supportsSecureCoding = true
    ///     override init() {}
    ///     init?(coder: NSCoder) {}
    ///     func encode(with coder: NSCoder) {}
    /// }
    ///
    /// struct PondDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case frogs }
    ///     static let frogs = Setting<[Frog]>(.frogs, default: [], stored: .archive(of: Frog.self))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The class of the elements.
    ///   - classes: Further classes that an archive may contain: subclasses, and the classes of objects that it refers
    ///     to. Foundation's strings, numbers, dates, data, arrays, sets, dictionaries and UUIDs are always allowed.
    /// - Returns: The codec.
    public static func archive<Element: NSObject & NSSecureCoding & _SendableMetatype>(
        of type: Element.Type, allowing classes: [AnyClass] = []
    ) -> DefaultsCodec where Value == [Element] {
        let allowed = [type] + classes
        let eachByItself = DefaultsCodec<Element>.archive(of: type, allowing: classes).array
        return DefaultsCodec(
            encode: { try KeyedArchive.data(ofArray: $0, allowing: allowed) },
            decode: { stored in
                if case .data = stored { return try KeyedArchive.objects(type, in: stored, allowing: allowed) }
                return try eachByItself.decode(stored)
            })
    }
}
