// A publisher delivers on the thread that writes. `receive(on: DispatchQueue.main)` before `sink` cures each of these.

import Combine
import SafeDefaultsUI

private struct ReaderDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case size }
    struct Settings { let size = Setting(.size, default: 16) }
    static let settings = Settings()
}

@MainActor private final class Screen {
    private var size = 0  // expected-note {{mutation of this property is only permitted within the actor}}
    private var subscription: AnyCancellable?

    func begin() {
        let sizes = ReaderDefaults().values(of: \.size).publisher
        subscription = sizes.sink { self.size = $0 }
        // expected-error@-1 {{main actor-isolated property 'size' can not be mutated from a Sendable closure}}
        subscription = sizes.sink { [weak self] in self?.show($0) }
        // expected-error@-1 {{call to main actor-isolated instance method 'show' in a synchronous nonisolated context}}
    }

    private func show(_ size: Int) {}
    // expected-note@-1 {{calls to instance method 'show' from outside of its actor context are implicitly asynchronous}}
}
