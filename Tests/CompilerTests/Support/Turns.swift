/// Limits how many tasks do something at the same time.
actor Turns {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(atATime count: Int) { free = count }

    /// Runs a closure when fewer than the allowed number of others run.
    nonisolated func take<Result: Sendable>(_ body: @Sendable () async throws -> Result) async rethrows -> Result {
        await begin()
        do {
            let result = try await body()
            await end()
            return result
        } catch {
            await end()
            throw error
        }
    }

    private func begin() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func end() {
        guard waiting.isEmpty else { return waiting.removeFirst().resume() }
        free += 1
    }
}
