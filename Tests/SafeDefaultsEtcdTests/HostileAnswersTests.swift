#if os(Linux)
import Foundation
import SafeDefaults
@testable import SafeDefaultsEtcd
import Testing

/// Answers that no etcd gives: a bad proxy, another program at the port, or somebody on the way.
@Suite
struct HostileAnswersTests {
    private static let names = ["fleet/attempts", "fleet/limit", "fleet/name"]

    /// What is stored under the names in sound answers: one digit each.
    private static let sound = (1...9).map { StoredContent.value(.integer($0)) }

    @Test(.noHang)
    func noAnswerTrapsOrInventsAValueAndSoundOnesAreReadAfterwards() throws {
        let (keys, mirror) = (FleetKeys(prefix: "acme/"), FleetMirror())
        let gateway = EtcdGateway([TestURL.local(1)], user: nil)
        let follower = FleetFollower(gateway, mirror: mirror, keys: keys) { _, change in change() }
        var (refused, read) = (0, 0)
        let count = EtcdStress.count(200, usual: 500, full: 50_000)
        for seed in 1...UInt64(count) {
            var generator = Generator(state: seed)
            mirror.replace(by: Self.contents(at: 5), since: 0, asOf: FleetMoment())
            var watch = FleetWatch(number: 1, endpoint: 0, follower: follower, rereading: .now() + 600)
            for _ in 0..<4 {
                do throws(GatewayFailure) {
                    if let message = Self.message(&generator), try watch.receive(message) == nil { read += 1 }
                } catch {
                    refused += 1
                    #expect(!error.reason.isEmpty && error.reason.count < 1_000, "seed \(seed)")
                }
            }
            for (name, entry) in mirror.all.entries {
                let isUnreadable = if case .nonPropertyList = entry.content { true } else { false }
                #expect(isUnreadable || Self.sound.contains(entry.content), "seed \(seed): \(name.text)")
            }
            // What was said of the cluster's revisions doesn't keep the next reading from being taken.
            mirror.replace(by: Self.contents(at: 6), since: mirror.newest, asOf: FleetMoment())
            #expect(mirror.all.entries.mapValues(\.content) == Self.contents(at: 6).entries.mapValues(\.content))
        }
        print("hostile answers: \(refused) refused, \(read) taken")
        #expect(refused > count / 2 && read > count / 2)
    }

    @Test(arguments: [Int64.min, -1, 0, 1, .max])
    func noCountOfOtherProcessesTraps(count: Int64) {
        Crowd().note(.init(count: count, revision: count), at: count, in: 0.1, for: [StoredName("acme/fleet/attempts")])
    }

    private static func contents(at revision: Int64) -> FleetMirror.Contents {
        var contents = FleetMirror.Contents(cluster: "77", revision: revision)
        for (number, name) in names.enumerated() {
            contents.entries[StoredName(name)] = .init(
                content: .value(.integer(Int64(number) + 1)), revision: revision)
        }
        return contents
    }

    // MARK: - Messages

    /// Returns a message for the watch with a sound answer, of which something is changed most of the time.
    private static func message(_ generator: inout Generator) -> FleetFollower.Message? {
        let isHeartbeat = generator.next(4) == 0
        var answer: Any = isHeartbeat ? heartbeat(&generator) : event(&generator)
        for _ in 0..<generator.next(4) { answer = changed(answer, &generator) }
        guard var data = try? JSONSerialization.data(withJSONObject: answer, options: .fragmentsAllowed) else {
            return nil
        }
        if isHeartbeat {
            let answer: RangeAnswer? = GatewayCoding.message(from: data)
            return answer.map { .answer(1, .success($0)) }
        }
        switch generator.next(8) {
        case 0: data = data.prefix(Int(generator.next(UInt64(data.count) + 1)))
        case 1: data = Data(String(repeating: "[", count: 100_000).utf8)
        case 2: data += Data((0..<32).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
        default: break
        }
        return .part(1, data + Data("\n".utf8))
    }

    private static func header(_ generator: inout Generator) -> [String: Any] {
        ["cluster_id": "77", "revision": "\(5 + generator.next(4))"]
    }

    private static func entry(_ generator: inout Generator) -> [String: Any] {
        let name = names[Int(generator.next(UInt64(names.count)))]
        return [
            "key": TestCluster.encoded("acme/" + name), "value": TestCluster.encoded("\(1 + generator.next(9))"),
            "mod_revision": "\(4 + generator.next(5))",
        ]
    }

    private static func heartbeat(_ generator: inout Generator) -> [String: Any] {
        ["header": header(&generator), "count": "3", "kvs": [entry(&generator)]]
    }

    private static func event(_ generator: inout Generator) -> [String: Any] {
        var result: [String: Any] = ["header": header(&generator)]
        switch generator.next(5) {
        case 0: result["created"] = true
        case 1: result["canceled"] = true
        default:
            result["events"] = (0...generator.next(3)).map { _ -> [String: Any] in
                let isRemoval = generator.next(3) == 0
                return isRemoval ? ["type": "DELETE", "kv": entry(&generator)] : ["kv": entry(&generator)]
            }
        }
        return ["result": result]
    }

    /// Returns a JSON value of which one part, at any depth, is away or another.
    private static func changed(_ value: Any, _ generator: inout Generator) -> Any {
        if let object = value as? [String: Any], let key = object.keys.sorted().randomElement(using: &generator) {
            var object = object
            switch generator.next(6) {
            case 0: object[key] = nil
            case 1: object[key] = odd(&generator)
            default: object[key] = object[key].map { changed($0, &generator) }
            }
            return object
        }
        if let array = value as? [Any], let index = array.indices.randomElement(using: &generator) {
            var array = array
            array[index] = changed(array[index], &generator)
            return generator.next(4) == 0 ? array + array : array
        }
        return odd(&generator)
    }

    private static func odd(_ generator: inout Generator) -> Any {
        let values: [Any] = [
            NSNull(), true, -1, 0, Int64.max, Int64.min, 1e308, 0.5, "", "-1", "\(Int64.max)", "\(Int64.max / 2)",
            "9223372036854775808", "1e3", "====", "AAAA", "\u{0}", [] as [Any], [:] as [String: Any], [[[[]]]] as [Any],
            String(repeating: "A", count: 70_000),
        ]
        return values[Int(generator.next(UInt64(values.count)))]
    }

    /// The same numbers in each run.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = state
            word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
            return word ^ (word >> 31)
        }

        mutating func next(_ bound: UInt64) -> UInt64 { next() % bound }
    }
}
#endif
