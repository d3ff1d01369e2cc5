// Names in order. Only strings are sorted, and entries are looked up afterwards: the standard library's sort is compiled
// anew for each type of element and for each closure, which takes 4 KB of a program each time.

extension Sequence<String> {
    /// Returns the strings in alphabetical order.
    func inAlphabeticalOrder() -> [String] { Array(self).sorted() }

    /// Returns the strings in the order of their bytes in UTF-8.
    func inByteOrder() -> [String] { Array(self).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}

extension Dictionary where Key == String {
    /// Returns the entries in the alphabetical order of their keys.
    func inAlphabeticalOrder() -> [Element] { entries(for: keys.inAlphabeticalOrder()) }

    /// Returns the entries in the order of their keys' bytes in UTF-8.
    func inByteOrder() -> [Element] { entries(for: keys.inByteOrder()) }

    private func entries(for keys: [String]) -> [Element] { keys.compactMap { index(forKey: $0).map { self[$0] } } }
}
