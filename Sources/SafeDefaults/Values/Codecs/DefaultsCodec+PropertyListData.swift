import Foundation

extension DefaultsCodec where Value: Codable & _SendableMetatype {
    /// A binary property list, as data.
    ///
    /// It contains the tree that the type is stored as without a codec: see <doc:StoredForms#Codable-trees>. Dates keep
    /// their fraction of a second, even if the store's own file doesn't.
    ///
    /// Reads binary and XML property lists in data, and the form that the type has without a codec, so that a setting
    /// can change to this form.
    ///
    /// ```swift
    /// struct Person: Codable { var name = "", age = 0 }
    ///
    /// struct TeamDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case members }
    ///     static let members = Setting<[Person]>(.members, default: [], stored: .propertyListData)
    /// }
    /// ```
    public static var propertyListData: DefaultsCodec {
        DefaultsCodec(
            encode: { value in
                guard let tree = try encodeTree(value) else { return nil }
                try StorableCheck.check(tree, name: "")
                return .data(
                    try PropertyListSerialization.data(
                        fromPropertyList: tree.foundationObject, format: .binary, options: 0))
            },
            decode: { stored in
                guard case .data(let data) = stored else {
                    return try TreeDecoder.decode(Value.self, from: stored)
                }
                guard let tree = PropertyListValue(serialized: data) else {
                    throw DefaultsError.unreadable(Value.self, from: stored, because: "that is no property list")
                }
                return try TreeDecoder.decode(Value.self, from: tree)
            })
    }
}

extension PropertyListValue {
    /// Reads an untrusted property list in data, binary or XML; `nil` for data that is none.
    init?(serialized data: Data) {
        if data.isBinaryList {
            self.init(binaryList: data)
        } else {
            guard data.first == UInt8(ascii: "<"), let string = String(data: data, encoding: .utf8),
                let value = Self(parsing: string)
            else { return nil }
            self = value
        }
    }
}
