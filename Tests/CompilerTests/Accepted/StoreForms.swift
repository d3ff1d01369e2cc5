// Stores and handlers, from every isolation.

import Foundation
import SafeDefaults
import SafeDefaultsFiles

private struct StoredDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case count }
    struct Settings { let count = Setting(.count, default: 0) }
    static let settings = Settings()
    var store: DefaultsStore = .standard
}

private func stores(_ userDefaults: UserDefaults, _ url: URL) {
    let _: DefaultsStore = .file(url)
    let _: DefaultsStore = .file(url, importing: nil)
    let _: DefaultsStore = .file(url, importing: .suite("old"))
    let _: DefaultsStore = .file(named: "tour", importing: .suite("old"))
    let _: DefaultsStore = .standard
    let _: DefaultsStore = .suite("com.acme.shop")
    let _: DefaultsStore = .init(userDefaults)
    let _: DefaultsStore = .inMemory()
    let _: DefaultsStore = .inMemory(arguments: ["-count", "7"])
    let _: Bool = DefaultsStore.standard.flush()
    DefaultsStore.standard.flush()
    let shared: any Sendable = DefaultsStore.standard
    _ = shared
}

nonisolated private func scopes() async throws {
    let _: Int = DefaultsStore.withStandard(.inMemory()) { StoredDefaults().count }
    try DefaultsStore.withStandard(.inMemory()) { try StoredDefaults().write(1, to: \.count) }
    await DefaultsStore.withStandard(.inMemory()) {
        await Task.yield()
        StoredDefaults().count += 1
    }
    let _: Int = try await DefaultsStore.withStandard(.inMemory()) {
        try await Task.sleep(nanoseconds: 1)
        return StoredDefaults().count
    }
    await DefaultsIssue.withHandler({ print($0.kind) }) {
        await Task.yield()
        StoredDefaults().count += 1
    }
    DefaultsIssue.handler = { print($0.kind, $0.storedName ?? "", String(describing: $0.location)) }
}

private actor Isolated {
    var count = 0

    func scopes() async {
        DefaultsStore.withStandard(.inMemory()) { count = StoredDefaults().count }
        await DefaultsStore.withStandard(.inMemory()) {
            await Task.yield()
            count = StoredDefaults().count
        }
        await DefaultsIssue.withHandler({ _ in }) {
            await Task.yield()
            count += 1
        }
    }
}
