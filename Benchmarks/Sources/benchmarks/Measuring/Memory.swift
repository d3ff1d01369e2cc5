import Foundation

/// The bytes that one of many things takes, with its place in an array.
///
/// They are made, and kept for as long as the process lives, so that what is made next can't take memory that they
/// left.
///
/// - Parameters:
///   - count: How many to make.
///   - make: Makes one.
/// - Returns: The bytes of each; nil where the system doesn't tell what a process takes.
func bytes<Thing>(ofEachOf count: Int, _ make: () -> Thing) -> Int? {
    guard let before = residentBytes() else { return nil }
    let kept = Kept(things: (0..<count).map { _ in make() })
    _ = Unmanaged.passRetained(kept)
    return residentBytes().map { ($0 - before) / count }
}

private final class Kept<Thing> {
    let things: [Thing]

    init(things: [Thing]) { self.things = things }
}

/// What the process holds in memory, by the system's own account of it.
private func residentBytes() -> Int? {
    let account = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = account?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return pages.map { $0 * 4096 }
}
