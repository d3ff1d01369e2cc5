import SafeDefaults

/// What a reader remembers.
struct ReaderSettings: SafeDefaults {
    enum Keys: String, DefaultsKey { case books, lastBook }

    struct Settings {
        let books = Setting<[String]>(.books, default: [])
        let lastBook = Setting<String?>(.lastBook, formerly: "book")
    }
    static let settings = Settings()

    var store: DefaultsStore = .standard
}

/// Starts a book, with settings that nobody passes in.
func startReading(_ book: String) {
    let reader = ReaderSettings()
    reader.lastBook = book
    reader.update(\.books) { books in
        if !books.contains(book) { books.append(book) }
    }
}
