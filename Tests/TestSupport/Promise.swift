import Testing

/// Names a row of the guide's table of what is promised on Linux, whose answer of a file store a test shows.
///
/// `PromiseTableTests` looks for the names in the sources.
struct PromiseTrait: TestTrait {
    let row: String

    var comments: [Comment] { ["\(row)"] }
}

extension Trait where Self == PromiseTrait {
    /// The test shows what a `FileDefaults` does.
    static func promise(file row: String) -> PromiseTrait { PromiseTrait(row: row) }
}
