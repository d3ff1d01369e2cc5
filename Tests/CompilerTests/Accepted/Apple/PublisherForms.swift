// Closures of the main actor and of no actor, given to a publisher. The bodies aren't run.

import Combine
import Dispatch
import SafeDefaultsUI

private struct ReaderDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case size, name }

    struct Settings {
        let size = Setting(.size, default: 16)
        let name = Setting<String?>(.name)
    }
    static let settings = Settings()
}

@MainActor private final class Screen {
    private var size = 0
    private var subscriptions: [AnyCancellable] = []

    func begin() {
        let sizes = ReaderDefaults().values(of: \.size).publisher
        let onMain = sizes.receive(on: DispatchQueue.main)
        subscriptions = [
            onMain.sink { [weak self] in self?.size = $0 },
            sizes.sink { print($0) },
            sizes.sink { size in Task { @MainActor [weak self] in self?.size = size } },
            ReaderDefaults().values(of: \.size, \.name).publisher.sink { print($0.0, $0.1 ?? "") },
        ]
    }
}
