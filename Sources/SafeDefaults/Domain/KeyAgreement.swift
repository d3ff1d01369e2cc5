/// Finds writes by key that the setting of the key couldn't read back.
///
/// By key, values of any type may be written: a key needs no setting, and a test may plant what an old version stored.
/// So such a write is made, and reported once for each key and store.
enum KeyAgreement {
    /// The writes that need no check any more: of a type to a key that has no setting, or one of this type.
    ///
    /// Each has a place of its own that it shares with others. If another write takes the place, it is checked again.
    ///
    /// NB: a set would take longer than the rest of a write in memory.
    private static let settled = Locked(Array(repeating: 0 as UInt, count: 256))

    /// Reports an issue if the setting of a key can't read a value that was written by the key.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    ///   - domain: The domain.
    ///   - box: The store.
    ///   - location: The source location of the write.
    ///   - encode: Returns the stored form of the value.
    @inline(__always)
    static func check<Domain: SafeDefaults, Value>(
        _ value: Value, of key: Domain.Keys, in domain: Domain.Type, _ box: StoreBox, at location: CodeLocation?,
        encode: (Value) throws -> PropertyListValue?
    ) {
        if Domain.Settings.self == NoSettings.self { return }
        let write = identifier(of: Value.self, key: key, in: domain)
        if settled.withLock({ $0[Int(write % 256)] == write }) { return }
        if isSettled(value, of: key, in: domain, box, at: location, encode: encode) {
            settled.withLock { $0[Int(write % 256)] = write }
        }
    }

    /// Returns a number for the writes of a type to a key, which is almost certainly another for any other type or key.
    @inline(__always)
    private static func identifier<Domain: SafeDefaults>(
        of type: Any.Type, key: Domain.Keys, in domain: Domain.Type
    ) -> UInt {
        // NB: most keys are an enum of up to 256 cases. Its hash would take longer than all the rest.
        let key =
            MemoryLayout<Domain.Keys>.size <= 1 && _isPOD(Domain.Keys.self)
            ? withUnsafeBytes(of: key) { UInt($0.first ?? 0) } : UInt(bitPattern: key.hashValue)
        var number = UInt(bitPattern: ObjectIdentifier(type)) &* 0x9E37_79B1 ^ key &* 0x85EB_CA77
        number ^= UInt(bitPattern: ObjectIdentifier(domain)) &* 0xC2B2_AE3D
        return number ^ number >> 15
    }

    /// Checks a write, and returns whether no write of this type to the key can be wrong.
    @inline(never)
    private static func isSettled<Domain: SafeDefaults, Value>(
        _ value: Value, of key: Domain.Keys, in domain: Domain.Type, _ box: StoreBox, at location: CodeLocation?,
        encode: (Value) throws -> PropertyListValue?
    ) -> Bool {
        let name = key.uniqueValue
        do {
            guard let setting = try Domain.declarations().first(where: { $0.setting.storedName == name })?.setting
            else { return true }
            guard let stored = try encode(value) else { return false }
            do throws(DefaultsError) {
                try setting.check(stored, named: name)
                return setting.takesEvery(Value.self)
            } catch {
                if box.hub.isFirstDisagreement(of: box.fullName(name)) {
                    DefaultsIssue.report(.unreadableWrite(box.naming(error), at: location))
                }
                return false
            }
        } catch {
            // The settings aren't known, which operations that need them report; or the value can't be encoded, and
            // wasn't written.
            return false
        }
    }
}
