import ContractCases
import Foundation
import SafeDefaults

// The second process of tests that restart, or that might not survive. Prints a line for each thing that is not as it
// should be, then "done".
//
//     helper contract write <suite>      stores every sample of every type, and saves
//     helper contract read <suite>       reads them back
//     helper contract arguments <flags>  reads the launch arguments, from the standard store
//     helper leave <suite> <text>        writes, and returns from a main that isn't asynchronous
//     helper room write <suite>          stores an object that archives itself, and saves
//     helper room read <suite>           reads it back
//     helper archives <count> <seed>     reads so many damaged archives
//     helper deep <shape> <levels> <KB>  stores and reads a value of so many levels, on a thread with so small a stack

struct UnsavedDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case text }
    static let text = Setting<String?>(.text)
    var store: DefaultsStore
}

struct RoomsDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case room }
    static let room = Setting<Room?>(.room)
    var store: DefaultsStore
}

let words = Array(CommandLine.arguments.dropFirst())
switch (words.first, words.dropFirst().first) {
case ("contract", "write"):
    report(ContractRun.write(to: .suite(words[2])))
case ("contract", "read"):
    report(ContractRun.readAfterRestart(from: .suite(words[2])))
case ("contract", "arguments"):
    report(ContractRun.readArguments(from: .standard))
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
case ("archives", .some(let count)):
    report(DamagedArchives.run(count: Int(count) ?? 0, seed: UInt64(words[2]) ?? 0))
default:
    FileHandle.standardError.write(Data("helper: no such command: \(words)\n".utf8))
    exit(64)
}

func report(_ problems: [String]) {
    for problem in problems { print(problem.replacingOccurrences(of: "\n", with: "\\n")) }
    print("done")
}
