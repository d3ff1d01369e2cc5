public import Foundation
public import SafeDefaults
#if !COCOAPODS
import SafeDefaultsFormats
#endif

extension DefaultsCodec where Value: NSObject & NSSecureCoding & _SendableMetatype {
    /// Returns a codec that stores an object as data that contains a keyed archive.
    ///
    /// A class that conforms to ``DefaultsValue`` without implementing any members has this stored form already. Use
    /// the codec for a class that doesn't conform, such as a framework's class, or if an archive may contain objects of
    /// other classes.
    ///
    /// The codec reads keyed archives in data, including those of other programs. It also reads the stored form that
    /// the type has without a codec, so that an existing setting can switch to this codec. If an archive is damaged, or
    /// contains an object of a class that isn't allowed, it is unreadable. If a value contains an object of a class
    /// that isn't allowed, the write fails.
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
    ///
    ///     struct Settings {
    ///         let evening = Setting<Scene?>(.evening, stored: .archive(of: Scene.self, allowing: [Lamp.self]))
    ///         let scenes = Setting<[Scene]>(
    ///             .scenes, default: [], stored: DefaultsCodec.archive(of: Scene.self, allowing: [Lamp.self]).array)
    ///     }
    ///     static let settings = Settings()
    /// }
    /// ```
    ///
    /// - Important: On Linux, the bytes of an archive depend on the order of dictionaries, which differs between
    ///   processes. A setting that stores only changes may therefore store an unchanged object again.
    /// - Parameters:
    ///   - type: The class of the objects.
    ///   - classes: The other classes that an archive may contain: subclasses, and the classes of the objects that an
    ///     object refers to. Foundation's strings, numbers, dates, data, arrays, sets, dictionaries and UUIDs are
    ///     always allowed.
    /// - Returns: The codec.
    public static func archive(of type: Value.Type, allowing classes: [AnyClass] = []) -> DefaultsCodec {
        let allowed = [type] + classes
        return .custom(
            encode: { try KeyedArchive.data(of: $0, allowing: allowed) },
            decode: { (stored: PropertyListValue) in
                if case .data = stored { return try KeyedArchive.object(type, in: stored, allowing: allowed) }
                return try ownForm(of: stored)
            })
    }

    /// Reads the form in which the type is stored without a codec, if there is one.
    private static func ownForm(of stored: PropertyListValue) throws -> Value {
        let value: Any? =
            switch Value.self {
            case let type as any DefaultsValue.Type: try type._decode(stored)
            case let type as any Decodable.Type: try stored.decodedTree(type)
            default: nil
            }
        guard let value = value as? Value else { throw DefaultsError.unreadable(Value.self, from: stored) }
        return value
    }
}

extension DefaultsCodec {
    /// Returns a codec that stores an array of objects as data that contains a single keyed archive.
    ///
    /// Some libraries store arrays in this form. The class of the objects must conform to `NSSecureCoding`. The archive
    /// contains all the objects. An object that several of them refer to is stored only once.
    ///
    /// To store an array of archives instead, one for each element, write
    /// `DefaultsCodec.archive(of: Element.self).array`. This codec reads such arrays too.
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
    ///     struct Settings { let frogs = Setting<[Frog]>(.frogs, default: [], stored: .archive(of: Frog.self)) }
    ///     static let settings = Settings()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The class of the elements.
    ///   - classes: The other classes that an archive may contain: subclasses, and the classes of the objects that an
    ///     object refers to. Foundation's strings, numbers, dates, data, arrays, sets, dictionaries and UUIDs are
    ///     always allowed.
    /// - Returns: The codec.
    public static func archive<Element: NSObject & NSSecureCoding & _SendableMetatype>(
        of type: Element.Type, allowing classes: [AnyClass] = []
    ) -> DefaultsCodec where Value == [Element] {
        let allowed = [type] + classes
        let eachByItself = DefaultsCodec<Element>.archive(of: type, allowing: classes).array
        return .custom(
            encode: { try KeyedArchive.data(ofArray: $0, allowing: allowed) },
            decode: { (stored: PropertyListValue) in
                if case .data = stored { return try KeyedArchive.objects(type, in: stored, allowing: allowed) }
                return try eachByItself.decode(stored)
            })
    }
}
