import Foundation
import SafeDefaults
import SafeDefaultsFiles

/// Opens and closes a store again and again, and looks what is left of it.
struct Leaks {
    private let url: URL

    /// Where no store can be.
    private let refused: URL

    init(_ url: URL) {
        self.url = url
        refused = url.deletingLastPathComponent().appendingPathComponent("refused.plist", isDirectory: true)
    }

    /// Gives how many files are open, stores are mapped and pages of memory are used: each before, and after; and how
    /// many pages are used before and after stores that can't be opened, of which nothing is cached.
    func measure(turns: Int) -> String {
        try? FileManager.default.createDirectory(at: refused, withIntermediateDirectories: true)
        for turn in 0..<3 { use(turn) }
        let before = (files, mappings, pages)
        for turn in 0..<turns { use(turn) }
        // What nobody needs any more a queue may still have to close.
        let deadline = Date(timeIntervalSinceNow: 30)
        while files > before.0 + 4, Date() < deadline { usleep(1_000) }
        let counts = "\(before.0) \(files) \(before.1) \(mappings) \(before.2) \(pages)"
        for _ in 0..<1_000 { use(2) }
        let refusals = pages
        for _ in 0..<5_000 { use(2) }
        return "\(counts) \(refusals) \(pages)"
    }

    private func use(_ turn: Int) {
        switch turn % 3 {
        case 0: (try? FileDefaults(url: url))?.set(turn, forKey: "a")
        case 1:
            let pair = Pair(store: .file(url))
            let observation = pair.observe(\.left) { _ in }
            pair.countUp()
            observation.cancel()
        default:
            guard let defaults = try? FileDefaults(url: refused) else { return }
            defaults.set(turn, forKey: "never")
        }
    }

    private var files: Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).count
    }

    private var mappings: Int {
        let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        return maps.split(separator: "\n").count { $0.contains(".lock") }
    }

    private var pages: Int {
        let numbers = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return numbers.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
