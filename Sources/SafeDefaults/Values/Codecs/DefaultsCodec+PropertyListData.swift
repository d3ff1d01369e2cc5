import Foundation

extension DefaultsCodec where Value: Codable & _SendableMetatype {
    /// A binary property list, as data.
    ///
    /// It holds the tree that the type would be stored as without a codec: see <doc:StoredForms#Codable-trees>. Dates keep
    /// their fraction of a second, also where the store's own file doesn't.
    ///
    /// Reads binary and XML property lists in data, and what the type would be stored as without a codec, so that a
    /// setting can change to this form.
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
    /// Reads a property list in data, binary or XML, without trusting it; nil if it is none.
    init?(serialized data: Data) {
        if data.starts(with: "bplist".utf8) {
            self.init(binaryList: data)
        } else {
            guard data.first == UInt8(ascii: "<"), let text = String(data: data, encoding: .utf8),
                let value = Self(parsing: text)
            else { return nil }
            self = value
        }
    }
}
