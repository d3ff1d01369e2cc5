public import Foundation

extension DefaultsCodec where Value: NSObject & NSSecureCoding & _SendableMetatype {
    /// A keyed archive, as data.
    ///
    /// What a class is stored as that conforms to ``DefaultsValue`` with no member written; as a codec it needs no such
    /// conformance, so that a class of a framework will do, and it takes further classes that an archive may hold.
    ///
    /// Reads keyed archives in data, whoever wrote them, and what the type would be stored as without a codec, so that a
    /// setting can change to this form. An archive that is damaged, or holds an object of any other class, is unreadable; a
    /// value with such an object fails the write.
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
    /// - Important: On Linux the bytes of an archive depend on the order in which dictionaries are hashed, which differs
    ///   from process to process: a setting that only writes changes may store an unchanged object again.
    /// - Parameters:
    ///   - type: The class.
    ///   - classes: The classes that an archive may hold besides it: subclasses, and what its own objects refer to.
    ///     Foundation's classes for texts, numbers, dates, data, arrays, sets, dictionaries and UUIDs always may.
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

    /// Reads what the type would be stored as without a codec, if it can be.
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
    /// One keyed archive of an array of objects, as data: the form that some libraries and programs store.
    ///
    /// The objects' class conforms to `NSSecureCoding`. Such an archive holds all of them, and objects that they share
    /// once. For an array of archives, one for each element, write `DefaultsCodec.archive(of: Element.self).array`;
    /// this form reads those too.
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
    ///   - classes: The classes that an archive may hold besides it: subclasses, and what its own objects refer to.
    ///     Foundation's classes for texts, numbers, dates, data, arrays, sets, dictionaries and UUIDs always may.
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
