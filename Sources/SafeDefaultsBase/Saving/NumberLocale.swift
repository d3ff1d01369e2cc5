import Foundation

/// The locale by which Foundation reads and writes numbers in property lists.
package enum NumberLocale {
    #if canImport(Darwin)
    /// Calls a closure; on Apple systems, the locale makes no difference.
    package static func withPoint<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
    #else
    /// Calls a closure, in which the C library's decimal sign is a point on this thread.
    ///
    /// NB: swift-corelibs-foundation reads and writes the real numbers of an XML list by the C library's locale. If the
    /// program has taken one with a decimal comma, such as that of Germany, it writes `1,25`, which nobody can read,
    /// and takes a file with `1.25` for damaged.
    package static func withPoint<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let point, let former = uselocale(point) else { return try body() }
        defer { uselocale(former) }
        return try body()
    }

    // Unsafe: the C library never changes a locale.
    private nonisolated(unsafe) static let point = newlocale(1 << LC_NUMERIC, "C", nil)
    #endif
}
