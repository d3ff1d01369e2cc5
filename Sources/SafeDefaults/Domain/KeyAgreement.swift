/// Finds writes by key that the setting of the key couldn't read back.
///
/// By key, values of any type may be written: a key needs no setting, and a test may plant what an old version stored.
/// So such a write is made, and reported once for each key and store.
@usableFromInline
enum KeyAgreement {
    /// A cache of the writes that need no check: those to a key without a setting, or with one of the written type.
    ///
    /// A write is identified by a number, whose remainder is its index. Writes with the same index replace each other,
    /// and are then checked again.
    ///
    /// NB: a set would take longer than the rest of a write in memory.
    private static let settled = Locked(Array(repeating: 0 as UInt, count: 256))

    /// Reports an issue if the setting of a key can't read a value that was written by the key.
    ///
    /// NB: this is inlinable, so that the compiler computes most of the number when it compiles client code. In a
    /// domain without settings a write costs nothing more.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    ///   - domain: The domain.
    ///   - box: The store.
    ///   - location: The source location of the write.
    ///   - encode: Returns the stored form of the value.
    @inlinable
    static func check<Domain: SafeDefaults, Value>(
        _ value: Value, of key: Domain.Keys, in domain: Domain.Type, _ box: StoreBox, at location: CodeLocation?,
        encode: (Value) throws -> PropertyListValue?
    ) {
        if Domain.Settings.self == NoSettings.self { return }
        // Another key, type or domain almost certainly gives another number.
        // NB: most keys are an enum of up to 256 cases. Its hash would take longer than all the rest.
        let tag =
            MemoryLayout<Domain.Keys>.size <= 1 && _isPOD(Domain.Keys.self)
            ? withUnsafeBytes(of: key) { UInt($0.first ?? 0) } : UInt(bitPattern: key.hashValue)
        var number = UInt(bitPattern: ObjectIdentifier(Value.self)) &* 0x9E37_79B1 ^ tag &* 0x85EB_CA77
        number ^= UInt(bitPattern: ObjectIdentifier(domain)) &* 0xC2B2_AE3D
        number ^= number >> 15
        if isSettled(number) { return }
        checkAndSettle(value, number, of: key, in: domain, box, at: location, encode: encode)
    }

    @usableFromInline
    static func isSettled(_ number: UInt) -> Bool { settled.withLock { $0[Int(number % 256)] == number } }

    /// Checks a write, and adds it to the cache if no write of this type to the key can be wrong.
    @usableFromInline
    @inline(never)
    static func checkAndSettle<Domain: SafeDefaults, Value>(
        _ value: Value, _ number: UInt, of key: Domain.Keys, in domain: Domain.Type, _ box: StoreBox,
        at location: CodeLocation?, encode: (Value) throws -> PropertyListValue?
    ) {
        let name = key.uniqueValue
        guard let setting = declaredSetting(named: name, of: domain) else { return settle(number) }
        do {
            guard let stored = try encode(value) else { return }
            do throws(DefaultsError) {
                try setting.check(stored, named: name)
                if setting.takesEvery(Value.self) { settle(number) }
            } catch {
                guard box.hub.isFirstDisagreement(of: box.fullName(name)) else { return }
                DefaultsIssue.report(.unreadableWrite(box.naming(error), at: location))
            }
        } catch {
            // The value can't be encoded, and wasn't written.
        }
    }

    /// Returns the definition of the setting with a stored name that a domain declares.
    ///
    /// NB: reflection would take a millisecond of the program's first write. The struct of the settings holds a pointer
    /// to the definition of each, so its memory is searched for that of a definition with the name. The definition of a
    /// setting that was created elsewhere may have the same name, but isn't in the struct.
    private static func declaredSetting<Domain: SafeDefaults>(
        named name: String, of domain: Domain.Type
    ) -> UntypedDefinition? {
        // The definitions are created with the struct.
        withUnsafeBytes(of: Domain.settings) { settings in
            let word = MemoryLayout<UInt>.size
            let places = stride(from: 0, through: settings.count - word, by: word)
            return KeptDefinitions.definitions(named: name, of: domain).first { definition in
                let pointer = UInt(bitPattern: Unmanaged.passUnretained(definition).toOpaque())
                return places.contains { settings.loadUnaligned(fromByteOffset: $0, as: UInt.self) == pointer }
            }
        }
    }

    private static func settle(_ number: UInt) { settled.withLock { $0[Int(number % 256)] = number } }
}
