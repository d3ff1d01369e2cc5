extension Stored {
    /// Unavailable: a setting has its default already.
    @available(
        *, unavailable,
        message: "the default is the setting's, declared once: write @Stored(LoginDefaults.attempts) var attempts"
    )
    public init<Domain: SafeDefaults>(
        wrappedValue: Value, _ setting: DomainSetting<Domain, Value>, store: DefaultsStore = .standard,
        options: StoredOptions = []
    ) {
        self.init(setting, store: store, options: options)
    }
}
