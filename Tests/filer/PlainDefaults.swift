import Foundation

// What a plain `UserDefaults` does, with nothing of the library's around it: the first column of the README's table.
//
//     filer - plain set <key> <value>      stores a text, and is killed
//     filer - plain end <key> <value>      stores a text, and ends as a program does
//     filer - plain save <key> <value>     stores a text, saves, and says whether that worked
//     filer - plain get <key>              prints a text
//     filer - plain behind <value>         reads a string, says so, and when it gets a line: reads it, saves, reads it
//     filer - plain count                  reads a number, says so, and when it gets a line: adds one, and saves
//     filer - plain notices                prints how often it was notified of a write of its own
//     filer - plain wrong                  stores an object that is no property list
//     filer - plain values                 stores what comes back as something else, and prints how it does
//     filer - plain read-values            prints how it does after a restart

/// Waits until a file is there.
private func waitFor(_ path: String) {
    while access(path, F_OK) != 0 { usleep(1_000) }
}

func plain(_ words: [String]) throws {
    guard let defaults = UserDefaults(suiteName: "plain") else { exit(70) }
    switch words[0] {
    case "set":
        defaults.set(words[2], forKey: words[1])
        say("set")
        kill(getpid(), SIGKILL)
    case "end":
        defaults.set(words[2], forKey: words[1])
        say("set")
        exit(0)
    case "save":
        defaults.set(words[2], forKey: words[1])
        say("\(defaults.synchronize())")
    case "get":
        say(defaults.string(forKey: words[1]) ?? "nil")
    case "behind":
        say(defaults.string(forKey: "a") ?? "nil")
        waitFor(words[1])
        say(defaults.string(forKey: "a") ?? "nil")
        defaults.synchronize()
        say(defaults.string(forKey: "a") ?? "nil")
    case "count":
        let count = defaults.integer(forKey: "count")
        say("\(count)")
        waitFor(words[1])
        defaults.set(defaults.integer(forKey: "count") + 1, forKey: "count")
        defaults.synchronize()
        say("\(defaults.integer(forKey: "count"))")
    case "notices":
        let heard = Heard()
        let token = NotificationCenter.default.addObserver(
            forName: UserDefaults.didChangeNotification, object: nil, queue: nil
        ) { _ in heard.note("notified") }
        defaults.set("b", forKey: "a")
        defaults.synchronize()
        say("\(heard.all.count)")
        NotificationCenter.default.removeObserver(token)
    case "wrong":
        defaults.set(NSObject(), forKey: "a")
        say("stored")
    case "values":
        defaults.set(Int.max, forKey: "integer")
        defaults.set(URL(string: "https://example.com/a"), forKey: "url")
        defaults.set(Date(timeIntervalSinceReferenceDate: 0.75), forKey: "date")
        defaults.set(-0.0, forKey: "zero")
        defaults.synchronize()
        sayValues(defaults)
    case "read-values":
        sayValues(defaults)
    default:
        exit(64)
    }
    _exit(0)
}

private func sayValues(_ defaults: UserDefaults) {
    let date = (defaults.object(forKey: "date") as? Date)?.timeIntervalSinceReferenceDate ?? -1
    say("\(defaults.integer(forKey: "integer"))")
    say("\(defaults.object(forKey: "url") ?? "nil")")
    say("\(date)")
    say("\(defaults.double(forKey: "zero").sign)")
}
