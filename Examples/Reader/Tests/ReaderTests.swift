import SafeDefaults
import SafeDefaultsInspection
import Testing

@testable import Reader

@Suite struct ReaderTests {
    /// Each test has a store of its own in memory, so all of them run at once.
    let reader = ReaderSettings(store: .inMemory())

    @Test func aNewReaderHasNoBook() {
        #expect(reader.lastBook == nil)
        #expect(reader.books.isEmpty)
    }

    @Test func aBookThatIsStartedTwiceIsListedOnce() {
        // For code that creates its settings itself, the store takes the place of `.standard`.
        DefaultsStore.withStandard(reader.store) {
            startReading("Momo")
            startReading("Momo")
        }
        #expect(reader.lastBook == "Momo")
        #expect(reader.books == ["Momo"])
    }

    @Test func theBookOfAnOldVersionIsFound() {
        reader.store.userDefaults.set("Momo", forKey: "book")
        #expect(reader.lastBook == "Momo")
    }

    @Test func whatCannotBeReadIsReported() throws {
        reader.store.userDefaults.set("Momo", forKey: "books")
        #expect(throws: DefaultsError.self) { try reader.read(\.books) }
        #expect(reader.store.userDefaults.string(forKey: "books") == "Momo")
    }

    /// Fails if a name or type changes under which users have stored something.
    @Test func keysAreLocked() throws {
        try DefaultsAudit.check([ReaderSettings.self])
    }
}
