import Foundation

/// Says a sentence to standard error.
func complain(_ sentence: String) {
    FileHandle.standardError.write(Data("tour: \(sentence)\n".utf8))
}

do {
    try Tour().run(Array(CommandLine.arguments.dropFirst()))
} catch let misuse as Tour.Misuse {
    complain(misuse.sentence)
    exit(64)
} catch let failure as Tour.Failure {
    complain(failure.sentence)
    exit(1)
}
