extension Report {
    /// The report in a few sentences; those about what wasn't measured are left out.
    var summary: String { list([reads, cached, writes, structs, fileReads, fileWrites, manyKeys, programs]) }

    /// The most important of them, in two sentences.
    var shortSummary: String {
        let rows = ["reads", "standard"].compactMap { self[$0]?.rows }.joined().filter { !$0.isTooNoisy }
        let cached = rows.compactMap { $0[".cached"]?.ratio.median }
        guard let most = rows.compactMap({ $0["property"]?.ratio.median }).max(), let low = cached.min(),
            let high = cached.max(), let row = row("files.set"), let file = row["FileDefaults"]
        else { return "" }
        let percent = Int(((most - 1) * 100).rounded(.up))
        return Formatting.wrapped(
            """
            Reading a setting takes at most \(percent) % longer than the same call of `UserDefaults`; with `.cached` \
            it is \(Int(1 / high)) to \(Int(1 / low)) times as fast. A write that survives `kill -9` takes \
            \(Formatting.time(file.nanoseconds.median)); `UserDefaults` and `synchronize()` take \
            \(Formatting.time(row.raw.median)).
            """)
    }

    private func list(_ sentences: [String?]) -> String {
        sentences.compactMap { $0.map { Formatting.wrapped("- \($0)", indentation: "  ") } }.joined(separator: "\n")
    }

    /// The smallest and the largest ratio of a column, as words.
    private func range(_ section: String, _ column: String) -> String? {
        let ratios = self[section]?.rows.filter { !$0.isTooNoisy }.compactMap { $0[column]?.ratio.median } ?? []
        guard let low = ratios.min(), let high = ratios.max() else { return nil }
        let (first, last) = (Formatting.ratio(low), Formatting.ratio(high))
        return first == last ? first : "\(first) to \(last)"
    }

    private func row(_ id: String) -> Row? {
        sections.lazy.flatMap(\.rows).first { $0.id == id && !$0.isTooNoisy }
    }

    private func median(_ cell: Row.Cell) -> String { Formatting.ratio(cell.ratio.median) }

    private func time(_ id: String, _ column: String) -> String? {
        row(id)?[column].map { Formatting.time($0.nanoseconds.median) }
    }

    private var reads: String? {
        guard let suite = range("reads", "property"), let standard = range("standard", "property") else { return nil }
        return """
            **Reading a property** takes \(suite) times as long as the bare call over a suite, and \(standard) \
            times over `.standard`.
            """
    }

    private var cached: String? {
        guard let reads = range("reads", ".cached"), let writes = range("writes", ".cached") else { return nil }
        let standard = range("standard", ".cached").map { ", over `.standard` \($0) times" } ?? ""
        return """
            **Reading a `.cached` property** takes \(reads) times as long as the bare call over a suite\(standard); \
            writing it and reading it back takes \(writes) times as long as the bare write.
            """
    }

    private var writes: String? {
        guard let plain = range("writes", "property"), let observed = range("writes", "observed") else { return nil }
        return """
            **Writing a property** takes \(plain) times as long as the bare call, and \(observed) times while a \
            closure observes it.
            """
    }

    private var structs: String? {
        guard let get = row("structs.get"), let set = row("structs.set"), let getTree = get["property"],
            let setTree = set["property"], let getJSON = get[".json"], let setJSON = set[".json"]
        else { return nil }
        return """
            **A structure** in the default form takes \(median(getTree)) times as long to read as JSON by hand, and \
            \(median(setTree)) times as long to write; as `.json` \(median(getJSON)) and \(median(setJSON)) times.
            """
    }

    private var fileReads: String? {
        guard let file = time("files.get", "FileDefaults"), let raw = row("files.get")?.raw.median else { return nil }
        let setting = time("files.get", "a setting over it").map { ", \($0) as a setting" } ?? ""
        let plain = Formatting.time(raw)
        return "**Reading an Int from a `FileDefaults`** takes \(file)\(setting); from `UserDefaults` \(plain)."
    }

    private var fileWrites: String? {
        guard let row = row("files.set"), let file = row["FileDefaults"] else { return nil }
        let sqlite = row["SQLite"].map { ", in SQLite \(Formatting.time($0.nanoseconds.median))" } ?? ""
        return """
            **Writing an Int that survives `kill -9`** takes \(Formatting.time(file.nanoseconds.median)) in a \
            `FileDefaults`, with `UserDefaults` and `synchronize()` \(Formatting.time(row.raw.median))\(sqlite).
            """
    }

    private var manyKeys: String? {
        let rows = self["files"]?.rows.filter { $0.name.hasPrefix("write and read an Int beside") } ?? []
        let words = rows.compactMap { row in
            row["FileDefaults"].map { cell in
                "\(row.name.dropFirst("write and read an Int ".count)) \(Formatting.time(cell.nanoseconds.median)) "
                    + "(`UserDefaults` \(Formatting.time(row.raw.median)))"
            }
        }
        return words.isEmpty
            ? nil : "**The number of keys** costs a `FileDefaults` nothing: \(words.joined(separator: ", "))."
    }

    private var programs: String? {
        guard let section = self["programs"], let row = section.rows.first, let sizes = section.sizes,
            let plain = row["raw `.standard`"], let domain = row["a domain over `.standard`"], sizes.count > 2
        else { return nil }
        return """
            **A program** that reads one setting runs for \(Formatting.time(domain.nanoseconds.median)) instead of \
            \(Formatting.time(plain.nanoseconds.median)), and has \(Formatting.size(sizes[2].bytes)) instead of \
            \(Formatting.size(sizes[1].bytes)).
            """
    }
}
