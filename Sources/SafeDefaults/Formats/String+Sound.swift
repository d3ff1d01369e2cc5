extension String {
    // NB: the standard library's own initialisers that validate are those of newer systems.

    /// Decodes bytes in UTF-8; nil if they aren't valid UTF-8.
    init?(soundUTF8 bytes: some Collection<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        guard utf8.elementsEqual(bytes) else { return nil }
    }

    /// Decodes units of UTF-16; nil if there is an unpaired surrogate among them.
    init?(soundUTF16 units: some Collection<UInt16>) {
        self.init(decoding: units, as: UTF16.self)
        guard utf16.elementsEqual(units) else { return nil }
    }
}
