import Foundation
import SafeDefaults

/// Reads over a plain `UserDefaults`: a domain's property, its getter by key, and `@Stored`, beside the bare call.
struct Reads {
    static let columns = ["property", "getter by key", "@Stored", ".cached"]

    let bare: UserDefaults
    let login: LoginDefaults

    /// Describes the reads of one store.
    ///
    /// - Parameters:
    ///   - bare: What the bare calls are made on. The samples are stored in it.
    ///   - store: The same data as a store.
    init(_ bare: UserDefaults, store: DefaultsStore) {
        Sample.fill(bare)
        self.bare = bare
        login = LoginDefaults(store: store)
    }

    /// The rows of one store.
    func races(_ id: String) -> [Race] {
        [integer(id), boolean(id), string(id), date(id), raw(id), array(id), absent(id)]
    }

    /// `@Stored` without an option and with `.cached`.
    private func stored<Value: DefaultsValue & Equatable>(
        _ setting: LoginDefaults.Setting<Value>, _ expected: Value
    ) -> [Contestant] {
        let plain = Stored(setting, store: login.store)
        let cached = Stored(setting, store: login.store, options: .cached)
        return [
            Contestant("@Stored") { _ in expect(plain.wrappedValue == expected) },
            Contestant(".cached") { _ in expect(cached.wrappedValue == expected) },
        ]
    }

    private func integer(_ id: String) -> Race {
        let (bare, login) = (bare, login)
        return Race(
            "\(id).int", "Int", raw: { _ in expect(bare.integer(forKey: "login/attempts") == 5) },
            [
                Contestant("property") { _ in expect(login.attempts == 5) },
                Contestant("getter by key") { _ in expect(login.integer(forKey: .attempts) == 5) },
            ] + stored(LoginDefaults.attempts, 5))
    }

    private func boolean(_ id: String) -> Race {
        let (bare, login) = (bare, login)
        return Race(
            "\(id).bool", "Bool", raw: { _ in expect(bare.bool(forKey: "login/flag")) },
            [
                Contestant("property") { _ in expect(login.flag) },
                Contestant("getter by key") { _ in expect(login.bool(forKey: .flag) == true) },
            ] + stored(LoginDefaults.flag, true))
    }

    private func string(_ id: String) -> Race {
        let (bare, login) = (bare, login)
        return Race(
            "\(id).string", "String", raw: { _ in expect(bare.string(forKey: "login/name") == "Tom") },
            [
                Contestant("property") { _ in expect(login.name == "Tom") },
                Contestant("getter by key") { _ in expect(login.string(forKey: .name) == "Tom") },
            ] + stored(LoginDefaults.name, "Tom"))
    }

    private func date(_ id: String) -> Race {
        let (bare, login) = (bare, login)
        return Race(
            "\(id).date", "Date", raw: { _ in expect(bare.object(forKey: "login/joined") as? Date == Sample.date) },
            [
                Contestant("property") { _ in expect(login.joined == Sample.date) },
                Contestant("getter by key") { _ in expect(login.date(forKey: .joined) == Sample.date) },
            ] + stored(LoginDefaults.joined, Sample.date))
    }

    private func raw(_ id: String) -> Race {
        let (bare, login) = (bare, login)
        return Race(
            "\(id).enum", "an enum",
            raw: { _ in expect(bare.string(forKey: "login/theme").flatMap(Theme.init) == .dark) },
            [
                Contestant("property") { _ in expect(login.theme == .dark) },
                Contestant("getter by key") { _ in expect(login.value(Theme.self, forKey: .theme) == .dark) },
            ] + stored(LoginDefaults.theme, .dark))
    }

    private func array(_ id: String) -> Race {
        let (bare, login) = (bare, login)
        return Race(
            "\(id).array", "10 strings", raw: { _ in expect(bare.stringArray(forKey: "login/words") == Sample.words) },
            [
                Contestant("property") { _ in expect(login.words == Sample.words) },
                Contestant("getter by key") { _ in expect(login.stringArray(forKey: .words) == Sample.words) },
            ] + stored(LoginDefaults.words, Sample.words))
    }

    private func absent(_ id: String) -> Race {
        let (bare, login) = (bare, login)
        return Race(
            "\(id).absent", "nothing stored", raw: { _ in expect(bare.integer(forKey: "login/absent") == 0) },
            [
                Contestant("property") { _ in expect(login.absent == 0) },
                Contestant("getter by key") { _ in expect(login.integer(forKey: .absent) == nil) },
            ] + stored(LoginDefaults.absent, 0))
    }
}

extension Section {
    /// Reads over a suite.
    static func suiteReads(_ effort: Effort) -> Section {
        let name = "SafeDefaults-benchmark-reads"
        let bare = Unsaved.named(name)
        defer { bare.removePersistentDomain(forName: name) }
        return Section(
            "reads", "Reads over a suite", columns: Reads.columns, style: .ratios,
            races: Reads(Unsaved.named(name), store: DefaultsStore(bare)).races("reads"), effort: effort)
    }

    /// Reads over the standard store.
    static func standardReads(_ effort: Effort) -> Section {
        defer { Sample.clear(.standard) }
        return Section(
            "standard", "Reads over `.standard`", columns: Reads.columns, style: .ratios,
            races: Reads(.standard, store: .standard).races("standard"), effort: effort)
    }
}
