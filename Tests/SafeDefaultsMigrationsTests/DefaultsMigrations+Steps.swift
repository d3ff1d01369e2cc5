import SafeDefaultsMigrations

extension DefaultsMigrations {
    /// A list of one version.
    init(_ name: String, _ steps: Step...) { self.init(name, [.version(1, steps)]) }
}
