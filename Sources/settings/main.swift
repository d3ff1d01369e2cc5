import Foundation
import SafeDefaultsCommand

exit(FileCommand("settings").run(Array(CommandLine.arguments.dropFirst())))
