import Testing

/// Names a row of the README's table of what is promised on Linux, and which of its two answers a test shows.
///
/// `PromiseTableTests` looks for the names in the sources.
struct PromiseTrait: TestTrait {
    let row: String
    let store: Store

    /// The columns of the table.
    enum Store: String {
        case plain, file
    }

    var comments: [Comment] { ["\(store.rawValue): \(row)"] }
}

extension Trait where Self == PromiseTrait {
    /// The test shows what a plain `UserDefaults` does.
    static func promise(plain row: String) -> PromiseTrait { PromiseTrait(row: row, store: .plain) }

    /// The test shows what a `FileDefaults` does.
    static func promise(file row: String) -> PromiseTrait { PromiseTrait(row: row, store: .file) }
}
