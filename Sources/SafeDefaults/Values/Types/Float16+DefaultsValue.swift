// `Float16` isn't available on Macs with Intel processors.
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
extension Float16: DefaultsValue {
    /// A real, which represents every `Float16` exactly.
    public var defaultsRepresentation: PropertyListValue { .real(Double(self)) }

    /// Reads a number, a Boolean, or a string of decimal digits, as `Float` does.
    ///
    /// A real, or a number in a string, must be one that a `Float16` represents exactly, or have the decimal digits
    /// that Swift prints for a `Float16`, such as 0.1.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self = try Float16(narrowing: stored)
    }
}
#endif
