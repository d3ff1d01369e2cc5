// Codecs of sets and dictionaries, made from the codec of their elements; that of an array is in `DefaultsCodec.swift`.

extension DefaultsCodec where Value: Hashable & _SendableMetatype {
    /// The codec of a set: a sorted array of this codec's forms of the elements.
    ///
    /// Two elements that would be stored as the same value fail the write, so that neither is lost.
    ///
    /// ```swift
    /// struct Tag: Codable, Hashable { var name = "" }
    /// let tags: DefaultsCodec<Set<Tag>> = DefaultsCodec<Tag>.json.set    // ("{\"name\":\"a\"}", "{\"name\":\"b\"}")
    /// ```
    public var set: DefaultsCodec<Set<Value>> {
        DefaultsCodec<Set<Value>>(
            encode: { values in try values.encoded { try encode($0) ?? nothing } },
            decode: { stored in
                guard case .array(let values) = stored else {
                    throw DefaultsError.unreadable(Set<Value>.self, from: stored)
                }
                return try Set(decoding: values, decode)
            })
    }
}

extension DefaultsCodec {
    /// The codec of a dictionary with strings as keys: a dictionary of this codec's forms of the values.
    ///
    /// ```swift
    /// struct Player: Codable { var name = "" }
    /// let players: DefaultsCodec<[String: Player]> = DefaultsCodec<Player>.json.dictionary
    /// ```
    ///
    /// For keys of other types, use ``dictionary(keyedBy:)``.
    public var dictionary: DefaultsCodec<[String: Value]> { dictionary(keyedBy: String.self) }

    /// Returns the codec of a dictionary: a dictionary of this codec's forms of the values, under the keys' strings.
    ///
    /// Two keys with the same string fail the write, so that neither entry is lost.
    ///
    /// ```swift
    /// let names: DefaultsCodec<[Int: String]> = DefaultsCodec<String>.json.dictionary(keyedBy: Int.self)
    /// // {1 = "\"one\"";}
    /// ```
    ///
    /// - Parameter type: The type of the keys.
    /// - Returns: The codec.
    public func dictionary<Key: DefaultsDictionaryKey>(keyedBy type: Key.Type) -> DefaultsCodec<[Key: Value]> {
        DefaultsCodec<[Key: Value]>(
            encode: { entries in try entries.encoded { try encode($0) ?? nothing } },
            decode: { stored in
                guard case .dictionary(let values) = stored else {
                    throw DefaultsError.unreadable([Key: Value].self, from: stored)
                }
                return try Dictionary(decoding: values, decode)
            })
    }
}
