// Macs with Intel processors have no Float16.
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
extension Float16: DefaultsValue {
    /// A real, which holds every `Float16` exactly.
    public var defaultsRepresentation: PropertyListValue { .real(Double(self)) }

    /// Reads the forms that a `Float` reads, if a `Float16` holds the number exactly or is written with the same
    /// digits.
    public init(defaultsRepresentation stored: PropertyListValue) throws {
        self = try Float16(narrowing: stored)
    }
}
#endif
