import Foundation
import SafeDefaults
import SafeDefaultsCommand

// `settings <command> <file> …`, or `settings --etcd <url>[,<url>…] --prefix <name> <command> …`.
var words = Array(CommandLine.arguments.dropFirst())
do {
    guard let cluster = try Cluster(takenFrom: &words) else {
        let status = FileCommand("settings").run(words)
        if status == 0, ["help", "--help", "-h"].contains(words.first) { print("\n\(Cluster.help)") }
        exit(status)
    }
    exit(try await cluster.run(words))
} catch {
    FileHandle.standardError.write(Data("settings: \(error)\n".utf8))
    // The statuses of `sysexits.h` for words that can't be used, and for a cluster that can't be reached.
    exit(error is Cluster.Mistake || (error as? DefaultsError)?.kind == .refusedStore ? 64 : 69)
}
