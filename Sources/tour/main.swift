import Foundation
import SafeDefaults
import SafeDefaultsCommand

let (words, store) = Tour.store(in: Array(CommandLine.arguments.dropFirst()))
exit(Tour(store: store).run(words))
