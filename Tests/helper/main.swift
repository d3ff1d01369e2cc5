import ContractCases
import Foundation
import SafeDefaults
import SafeDefaultsFiles

// The second process of tests that restart, or that might not survive. Prints a line for each thing that is not as it
// should be, then "done".
//
// A suite that begins with "/" is the path of a file store.
//
//     helper contract write <suite>              stores every sample of every type, and saves
//     helper contract read <suite>               reads them back
//     helper contract arguments <suite> <flags>  reads the launch arguments, also where nothing is stored
//     helper leave <suite> <text>                writes, and returns from a main that isn't asynchronous
//     helper room write <suite>                  stores an object that archives itself, and saves
//     helper room read <suite>                   reads it back
//     helper forget <file> <name> -<name> <text> reads an argument; again once arguments are removed; and in the whole
//     helper deep <shape> <levels> <KB>          stores and reads a value of so many levels, on so small a stack

struct UnsavedDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case text }
    struct Settings { let text = Setting<String?>(.text) }
    static let settings = Settings()
    var store: DefaultsStore
}

struct RoomsDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case room }
    struct Settings { let room = Setting<Room?>(.room) }
    static let settings = Settings()
    var store: DefaultsStore
}

let words = Array(CommandLine.arguments.dropFirst())
switch (words.first, words.dropFirst().first) {
case ("contract", "write"):
    report(ContractRun.write(to: store(words[2])))
case ("contract", "read"):
    report(ContractRun.readAfterRestart(from: store(words[2])))
case ("contract", "arguments"):
    report(ContractRun.readArguments(from: words[2] == "standard" ? .standard : store(words[2])))
case ("leave", .some(let suite)):
    UnsavedDefaults(store: .suite(suite)).text = words[2]
case ("deep", .some(let shape)):
    report(DeepValues.run(shape, levels: Int(words[2]) ?? 0, stackKilobytes: Int(words[3]) ?? 0))
case ("room", "write"):
    let rooms = RoomsDefaults(store: .suite(words[2]))
    rooms.room = Room("hall", next: Room("kitchen"))
    report(rooms.store.flush() ? [] : ["can't save"])
case ("room", "read"):
    let room = RoomsDefaults(store: .suite(words[2])).room
    report(room == Room("hall", next: Room("kitchen")) ? [] : ["read another room"])
case ("forget", .some(let path)):
    let defaults = try FileDefaults(url: URL(fileURLWithPath: path))
    let before = defaults.string(forKey: words[2])
    defaults.removeVolatileDomain(forName: UserDefaults.argumentDomain)
    let whole = defaults.dictionaryRepresentation()[words[2]] as? String
    report(["\(before ?? "nil") \(defaults.string(forKey: words[2]) ?? "nil") \(whole ?? "nil")"])
default:
    FileHandle.standardError.write(Data("helper: no such command: \(words)\n".utf8))
    exit(64)
}

func store(_ name: String) -> DefaultsStore {
    name.hasPrefix("/") ? .file(URL(fileURLWithPath: name)) : .suite(name)
}

func report(_ problems: [String]) {
    for problem in problems { print(problem.replacingOccurrences(of: "\n", with: "\\n")) }
    print("done")
}
