extension String? {
    /// The string, or an empty string for nil; writing an empty string writes nil.
    ///
    /// The `orEmpty` of a SwiftUI binding reads and writes this.
    var orEmpty: String {
        get { self ?? "" }
        set { self = newValue.isEmpty ? nil : newValue }
    }
}
