import Foundation

/// What some processes have used until now, as the system says; zeros where there is no `/proc`.
struct ProcessUse {
    /// The memory that is resident, in megabytes.
    private(set) var memory = 0.0

    /// The processor time in seconds.
    private(set) var seconds = 0.0

    private(set) var threads = 0

    /// - Parameter processes: The processes' numbers, or `self`.
    init(of processes: [String]) {
        for process in processes {
            // After the program's name, which is in parentheses and may have spaces: the state, and numbers.
            let content = FileManager.default.contents(atPath: "/proc/\(process)/stat") ?? Data()
            let text = String(decoding: content, as: UTF8.self)
            let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
            guard fields.count > 21 else { continue }
            let number = { (index: Int) in Double(fields[index]) ?? 0 }
            seconds += (number(11) + number(12)) / Double(sysconf(Int32(_SC_CLK_TCK)))
            threads += Int(number(17))
            memory += number(21) * Double(sysconf(Int32(_SC_PAGESIZE))) / 1e6
        }
    }

    /// How often a thread of this process has waited for something.
    static var waits: Int {
        var usage = rusage()
        #if os(Linux)
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
        getrusage(RUSAGE_SELF, &usage)
        #endif
        return Int(usage.ru_nvcsw)
    }

    /// How many files and sockets this process has open.
    static var openFiles: Int {
        do { return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count } catch { return 0 }
    }
}
