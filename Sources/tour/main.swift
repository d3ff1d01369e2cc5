import Foundation
import SafeDefaults

/// Prints a sentence to standard error.
func complain(_ sentence: String) {
    FileHandle.standardError.write(Data("tour: \(sentence)\n".utf8))
}

do {
    let (words, store) = try Tour.store(in: Array(CommandLine.arguments.dropFirst()))
    // During the run, `.standard` resolves to the selected store.
    try DefaultsStore.withStandard(store) { try Tour().run(words) }
} catch let misuse as Tour.Misuse {
    complain(misuse.sentence)
    exit(64)
} catch let failure as Tour.Failure {
    complain(failure.sentence)
    exit(1)
}
