import Foundation
import SafeDefaults
import SafeDefaultsCommand

// `greeter config …` lists and changes the settings, also while the daemon runs.
let words = CommandLine.arguments.dropFirst()
if words.first == "config" {
    let command = SettingsCommand("greeter config", domains: [GreeterSettings.self], store: .greeter)
    exit(command.run(Array(words.dropFirst())))
}

/// Prints a line at once, though standard output is a pipe to the service's log.
nonisolated func say(_ line: String) {
    print(line)
    fflush(nil)
}

// Without this, the first process of a container ignores what `docker stop` sends. Nothing has to be saved here.
signal(SIGTERM, SIG_IGN)
let termination = DispatchSource.makeSignalSource(signal: SIGTERM)
termination.setEventHandler { exit(0) }
termination.activate()

let greeter = GreeterSettings()
let observation = greeter.observe(\.greeting) { change in
    say("The greeting is now \(change.newValue).")
}
while true {
    greeter.update(\.count) { $0 += 1 }
    say("\(greeter.greeting)! This is greeting \(greeter.count).")
    Thread.sleep(forTimeInterval: Double(greeter.interval))
}
