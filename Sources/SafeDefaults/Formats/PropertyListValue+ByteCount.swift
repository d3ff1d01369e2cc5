extension PropertyListValue {
    /// About how many bytes the value takes in a file.
    ///
    /// It is what a binary property list would take, in which nothing is shared: a number or a date takes 9 bytes, and
    /// a string takes its UTF-8 and 3 bytes.
    ///
    /// NB: never inlined, because the compiler would inline it into itself several times, and into each caller.
    @inline(never)
    var approximateByteCount: Int {
        switch self {
        case .boolean: 1
        case .string(let text): 3 + text.utf8.count
        case .data(let data): 3 + data.count
        case .array(let values): values.reduce(3) { $0 + 2 + $1.approximateByteCount }
        case .dictionary(let values): values.reduce(3) { $0 + 2 + $1.value.approximateByteCount(under: $1.key) }
        default: 9
        }
    }

    /// About how many bytes the value and its name take in a file.
    func approximateByteCount(under name: String) -> Int { 3 + name.utf8.count + approximateByteCount }
}
