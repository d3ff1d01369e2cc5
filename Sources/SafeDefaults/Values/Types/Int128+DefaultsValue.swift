// A property list's integers have 64 bits, so the wider ones are text, whatever their size. They read what every integer
// reads.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: DefaultsValue {
    /// A string: the number in decimal digits.
    public var defaultsRepresentation: PropertyListValue { .string(description) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: DefaultsValue {
    /// A string: the number in decimal digits.
    public var defaultsRepresentation: PropertyListValue { .string(description) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: DefaultsDictionaryKey {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: DefaultsDictionaryKey {}
