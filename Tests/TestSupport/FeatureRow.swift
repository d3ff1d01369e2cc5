import Testing

/// Names the rows of the feature table that a test or a suite shows.
///
/// A row is something that other libraries can do; `.ci/package` checks that each is named by a test or by a check.
struct FeatureRow: SuiteTrait, TestTrait {
    /// The rows' numbers; those of the second table begin with a B, those of the third with a C.
    let numbers: [String]

    var comments: [Comment] { numbers.map { "row \($0)" } }
    var isRecursive: Bool { false }
}

extension Trait where Self == FeatureRow {
    /// The test shows one row.
    static func row(_ number: Int) -> FeatureRow { FeatureRow(numbers: ["\(number)"]) }

    /// The test shows several rows.
    static func rows(_ numbers: Int...) -> FeatureRow { FeatureRow(numbers: numbers.map { "\($0)" }) }

    /// The test shows rows of the second table.
    static func rowsB(_ numbers: Int...) -> FeatureRow { FeatureRow(numbers: numbers.map { "B\($0)" }) }

    /// The test shows rows of the third table.
    static func rowsC(_ numbers: Int...) -> FeatureRow { FeatureRow(numbers: numbers.map { "C\($0)" }) }
}
