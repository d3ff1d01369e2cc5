import Foundation
public import SafeDefaults
#if !COCOAPODS
import SafeDefaultsFormats
#endif

extension DefaultsCodec where Value: Codable & _SendableMetatype {
    /// A codec that stores a value as data that contains a binary property list.
    ///
    /// The data contains the tree of ``foundationTree``, which a `PropertyListDecoder` reads. If this tree can't hold a
    /// value, because a part of it would be read as nil, the data contains the tree that the type has without a codec,
    /// under the key `$some`; see <doc:StoredForms#Codable-trees>. Dates keep their fraction of a second, even if the
    /// store's own file doesn't keep it. Keys are sorted, so that equal values have equal bytes.
    ///
    /// The codec reads binary and XML property lists in data, as a `PropertyListEncoder` writes them. It also reads the
    /// stored form that the type has without a codec, so that an existing setting can switch to this codec.
    ///
    /// ```swift
    /// struct Person: Codable, DefaultsValue { var name = "", age = 0 }
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
                guard let tree = try treeForData(of: value) else { return nil }
                try StorableCheck.check(tree, name: "")
                // NB: Foundation writes the entries of a dictionary in a new order each time, so that a write of an
                // equal value would be a change.
                return .data(Data(BinaryListWriter.bytes(of: tree)))
            },
            decode: { stored in
                guard case .data(let data) = stored else {
                    return try stored.decodedTree(Value.self)
                }
                guard let tree = PropertyListValue(serialized: data) else {
                    throw DefaultsError.unreadable(Value.self, from: stored, because: "that is no property list")
                }
                return tree.isEscapedFromNil
                    ? try tree.withoutNilEscape.decodedTree(Value.self) : try foundationTree.decode(tree)
            },
            adding: { path, stored, other in
                guard case .data(let data) = stored, let tree = PropertyListValue(serialized: data) else { return nil }
                let donor = try PropertyListValue(tree: other)
                let more =
                    tree.isEscapedFromNil
                    ? tree.withoutNilEscape.adding(path, from: donor).map { ["$some": $0] }
                    : tree.adding(path, from: donor)
                return more.map { .data(Data(BinaryListWriter.bytes(of: $0))) }
            })
    }

    private static func treeForData(of value: Value) throws -> PropertyListValue? {
        do {
            return try foundationTree.encode(value)
        } catch {
            // If nothing can hold the value, this throws the same error.
            return try encodeTree(value).map { ["$some": $0] }
        }
    }
}

extension PropertyListValue {
    /// Creates a value from data of unknown origin that contains a binary or XML property list, or returns `nil` if the
    /// data contains neither.
    init?(serialized data: Data) {
        if data.isBinaryList {
            self.init(binaryList: data)
        } else {
            guard data.first == UInt8(ascii: "<"), let value = XMLListReader.value([UInt8](data)) else { return nil }
            self = value
        }
    }
}
