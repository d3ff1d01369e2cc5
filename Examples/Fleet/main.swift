// One machine of a fleet: `machine NAME` obeys the fleet's limit, `machine limit 50` changes it.

import Foundation
import SafeDefaults
import SafeDefaultsEtcd

struct FleetSettings: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case limit, machines
        static let namespace = "server"
    }

    struct Settings {
        let limit = Setting(.limit, default: 100)
        let machines = Setting(.machines, default: 0)
    }
    static let settings = Settings()

    var store: DefaultsStore
}

let nodes = ["http://127.0.0.1:12379", "http://127.0.0.1:22379", "http://127.0.0.1:32379"]
let fleet = FleetSettings(store: try await .etcd(endpoints: nodes.compactMap { URL(string: $0) }, prefix: "acme/"))
let words = CommandLine.arguments.dropFirst()
let name = words.first ?? "machine"

if name == "limit", let limit = words.last.flatMap({ Int($0) }) {
    try await DefaultsStore.blocking { try fleet.write(limit, to: \.limit) }
    exit(0)
}
// No machine's count is lost, though all of them start at once.
await DefaultsStore.blocking { fleet.update(\.machines) { $0 += 1 } }
for await (limit, machines) in fleet.values(of: \.limit, \.machines) {
    print("\(name): \(machines) machines, \(limit) requests each")
    fflush(nil)
}
