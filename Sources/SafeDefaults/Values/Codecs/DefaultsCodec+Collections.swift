// Codecs for sets and dictionaries, made from the codec of their elements. The one for arrays is in
// `DefaultsCodec.swift`.

extension DefaultsCodec where Value: Hashable & _SendableMetatype {
    /// A codec that stores a set as a sorted array, with each element encoded by this codec.
    ///
    /// If two elements have the same stored form, the write fails, so that neither is lost.
    ///
    /// ```swift
    /// struct Tag: Codable, Hashable, DefaultsValue { var name = "" }
    /// let tags: DefaultsCodec<Set<Tag>> = DefaultsCodec<Tag>.json.set    // ("{\"name\":\"a\"}", "{\"name\":\"b\"}")
    /// ```
    public var set: DefaultsCodec<Set<Value>> {
        DefaultsCodec<Set<Value>>(
            name: "\(name).set", encode: { values in try values.encoded { try encode($0) ?? nothing } },
            decode: { stored in
                guard case .array(let values) = stored else {
                    throw DefaultsError.unreadable(Set<Value>.self, from: stored)
                }
                return try Set(decoding: values, decode)
            })
    }
}

extension DefaultsCodec {
    /// Returns a codec that stores a dictionary under its keys' strings, with each value encoded by this codec.
    ///
    /// If two keys have the same string, the write fails, so that neither entry is lost.
    ///
    /// ```swift
    /// let names: DefaultsCodec<[Int: String]> = DefaultsCodec<String>.json.dictionary(keyedBy: Int.self)
    /// // {1 = "\"one\"";}
    /// ```
    ///
    /// - Parameter type: The type of the keys, which is `String` by default.
    /// - Returns: The codec.
    public func dictionary<Key: DefaultsDictionaryKey>(
        keyedBy type: Key.Type = String.self
    ) -> DefaultsCodec<[Key: Value]> {
        DefaultsCodec<[Key: Value]>(
            name: "\(name).dictionary", encode: { entries in try entries.encoded { try encode($0) ?? nothing } },
            decode: { stored in
                guard case .dictionary(let values) = stored else {
                    throw DefaultsError.unreadable([Key: Value].self, from: stored)
                }
                return try Dictionary(decoding: values, decode)
            })
    }
}
