extension Report {
    /// The whole report in Markdown.
    var markdown: String {
        var parts = ["# Benchmarks", machineInWords] + remarks
        parts.append(explanation)
        if !summary.isEmpty { parts.append(summary) }
        parts += sections.flatMap { ["## \($0.title)", $0.markdown] }
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// Where, when and how it was measured.
    var machineInWords: String {
        let files = machine.fileSystem.map { " Files are on \($0)." } ?? ""
        let sqlite = machine.sqlite.map { ", SQLite \($0)" } ?? ""
        return Formatting.wrapped(
            """
            Measured on \(Formatting.day(date)) on \(machine.processor) with \(machine.cores) cores, \(machine.system),
            with Swift \(machine.swift)\(sqlite), at commit `\(machine.commit)`, in \(seconds) seconds, by
            `\(command)`.\(files)
            """)
    }

    /// What readers of the figures should know.
    var remarks: [String] {
        guard machine.cores > 1, let row = self["threads"]?.rows.first, let two = row["2 threads"] else { return notes }
        let gain = two.ratio.inverse.median
        guard gain < 1.7 else { return notes }
        return notes + [
            Formatting.wrapped(
                """
                The figures of several threads say nothing: two threads that share nothing did \(Formatting.ratio(gain))
                times the work of one, so something else used the machine.
                """)
        ]
    }

    /// How the tables are read.
    var explanation: String {
        """
        All ways to do the same run in short slices, one after another, in many rounds, each time in another order.
        A ratio is the time over that of the raw call in the same round: its median, ± half the distance between the
        quartiles. *Raw again* is the raw call over itself, and shows the noise: a row whose raw call differs from
        itself by more than 3 %, and a figure of which half of the ratios lie further apart than half of their median,
        are marked as too noisy. Every value that is read is checked. Over a suite, nothing is saved while it is
        measured.
        """
    }
}
