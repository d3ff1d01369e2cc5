import Foundation

extension DefaultsCodec where Value: Codable & _SendableMetatype {
    /// A codec that stores a value as data that contains a binary property list.
    ///
    /// The property list contains the tree that the type has without a codec; see <doc:StoredForms#Codable-trees>.
    /// Dates keep their fraction of a second, even if the store's own file doesn't keep it. Keys are sorted, so that
    /// equal values have equal bytes.
    ///
    /// The codec reads binary and XML property lists in data. It also reads the stored form that the type has without a
    /// codec, so that an existing setting can switch to this codec.
    ///
    /// ```swift
    /// struct Person: Codable { var name = "", age = 0 }
    ///
    /// struct TeamDefaults: SafeDefaults {
    ///     enum Keys: String, DefaultsKey { case members }
    ///     struct Settings { let members = Setting<[Person]>(.members, default: [], stored: .propertyListData) }
    ///     static let settings = Settings()
    /// }
    /// ```
    public static var propertyListData: DefaultsCodec {
        DefaultsCodec(
            encode: { value in
                guard let tree = try encodeTree(value) else { return nil }
                try StorableCheck.check(tree, name: "")
                // NB: Foundation writes the entries of a dictionary in a new order each time, so that a write of an
                // equal value would be a change.
                return .data(Data(SnapshotWriter.bytes(of: tree)))
            },
            decode: { stored in
                guard case .data(let data) = stored else {
                    return try TreeDecoder.decode(Value.self, from: stored)
                }
                guard let tree = PropertyListValue(serialized: data) else {
                    throw DefaultsError.unreadable(Value.self, from: stored, because: "that is no property list")
                }
                return try TreeDecoder.decode(Value.self, from: tree)
            },
            adding: addingToTree)
    }
}

extension PropertyListValue {
    /// Creates a value from data of unknown origin that contains a binary or XML property list, or returns `nil` if the
    /// data contains neither.
    init?(serialized data: Data) {
        if data.isBinaryList {
            self.init(binaryList: data)
        } else {
            guard data.first == UInt8(ascii: "<") else { return nil }
            self.init(textList: data)
        }
    }
}
