import Foundation

@testable import SafeDefaults

/// A fresh store whose persistent domain is known, and whose launch arguments a test sets.
///
/// Its names are unique to it, because Foundation shares registered values among all objects of the process.
final class LayeredStore: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case suite, inMemory, file

        /// A model of Apple's `UserDefaults`.
        case apple
    }

    let kind: Kind
    let store: DefaultsStore
    private let test: TestStore?
    private let suffix = "-\(UUID().uuidString)"

    init(_ kind: Kind) {
        self.kind = kind
        switch kind {
        case .suite: test = TestStore(.rawSuite)
        case .inMemory: test = TestStore(.inMemory)
        case .file: test = TestStore(.file)
        case .apple: test = nil
        }
        store = test?.store ?? AppleListener.store(over: AppleDefaults("com.example.app"), domain: "com.example.app")
    }

    var defaults: UserDefaults { store.userDefaults }

    /// A name that no other store has.
    func name(_ name: String) -> String { name + suffix }

    /// Sets the launch arguments, by short name.
    func setArguments(_ values: [String: Any]) {
        // NB: on Linux, Foundation adds the values to those that are set already.
        defaults.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        if values.isEmpty { return }
        let pairs = values.map { (name($0.key), $0.value) }
        defaults.setVolatileDomain(
            Dictionary(pairs, uniquingKeysWith: { $1 }), forName: UserDefaults.argumentDomain)
    }

    /// What the store itself holds, by short name.
    func stored(_ names: [String]) -> [String: StoredContent] {
        let contents = store.box.contents(named: names.map(name), in: .own).filter { $0.value != .nothing }
        let pairs = contents.map { (String($0.key.dropLast(suffix.count)), $0.value) }
        return Dictionary(pairs, uniquingKeysWith: { $1 })
    }
}
