import Foundation
import SafeDefaults
import SafeDefaultsCommand

do {
    let (words, store) = try await Tour.store(in: Array(CommandLine.arguments.dropFirst()))
    exit(Tour(store: store).run(words))
} catch {
    FileHandle.standardError.write(Data("tour: \(error)\n".utf8))
    // The statuses of `sysexits.h` for words that can't be used, and for a cluster that can't be reached.
    exit((error as? DefaultsError)?.kind == .refusedStore ? 64 : 69)
}
