#if os(Linux)
import Foundation
import SafeDefaults

@testable import TestSupport

/// One call of a random script, and its meaning.
struct ScriptCall {
    let description: String

    /// Makes the call on one side, and returns its answer, if it has one.
    let make: (ScriptSide) -> PropertyListValue?

    /// The effect of the call on a model.
    let mean: (inout DocumentedDefaults) -> Void

    init(
        _ description: String, make: @escaping (ScriptSide) -> PropertyListValue?,
        mean: @escaping (inout DocumentedDefaults) -> Void
    ) {
        (self.description, self.make, self.mean) = (description, make, mean)
    }
}

/// A `UserDefaults` that a script runs on, and the names of its domains.
final class ScriptSide {
    var defaults: UserDefaults

    /// The name of its own domain.
    let own: String

    /// The names of other domains.
    let others: [String]

    /// Another object over the same values.
    private let reopened: () -> UserDefaults

    init(own: String, others: [String], open: @escaping () -> UserDefaults) {
        (self.own, self.others, reopened) = (own, others, open)
        defaults = open()
    }

    /// The result of `dictionaryRepresentation`, computed once after each call, because it has everything ever
    /// registered.
    private var representation: [String: Any]?

    func value(inRepresentation name: String) -> Any? {
        let values = representation ?? defaults.dictionaryRepresentation()
        representation = values
        return values[name]
    }

    /// Makes a call.
    func make(_ call: ScriptCall) -> PropertyListValue? {
        representation = nil
        return call.make(self)
    }

    func reopen() {
        // Released first, so that a file is closed.
        defaults = UserDefaults.standard
        defaults = reopened()
    }
}

/// A value of a script, as it is given to a setter.
struct ScriptValue {
    let object: Any

    /// The value.
    let value: PropertyListValue

    /// The value that Linux stores.
    let linux: PropertyListValue

    init(_ object: Any, _ value: PropertyListValue, linux: PropertyListValue? = nil) {
        (self.object, self.value, self.linux) = (object, value, linux ?? value)
    }

    func value(isLinux: Bool) -> PropertyListValue { isLinux ? linux : value }
}

// MARK: - At random

extension ScriptCall {
    /// A call at random, on names that belong to a script.
    static func random(_ random: inout RandomSource, names: [String]) -> ScriptCall {
        let name = random.pick(names)
        switch Int.random(in: 0..<32, using: &random) {
        case 0..<6: return set(.random(&random), name)
        case 6..<14: return setTyped(&random, name)
        case 14: return clear("set(nil, \(name))", name) { $0.set(nil as Any?, forKey: name) }
        case 15, 16: return clear("removeObject(\(name))", name) { $0.removeObject(forKey: name) }
        case 17: return register(entries(&random, names))
        case 18, 19: return setArguments(entries(&random, names))
        case 20: return removeArguments()
        case 21: return setVolatile(entries(&random, names))
        case 22:
            return ScriptCall("removeVolatileDomain(V)") { side in
                side.defaults.removeVolatileDomain(forName: "V")
                return nil
            } mean: {
                $0.volatile["V"] = nil
            }
        case 23: return setOwn(entries(&random, names))
        case 24:
            return ScriptCall("removePersistentDomain(own)") { side in
                side.defaults.removePersistentDomain(forName: side.own)
                return nil
            } mean: {
                $0.own = [:]
            }
        case 25, 26: return setOther(entries(&random, names), Int.random(in: 0..<2, using: &random))
        case 27: return suite(Int.random(in: 0..<2, using: &random), isAdded: true)
        case 28: return suite(Int.random(in: 0..<2, using: &random), isAdded: Bool.random(using: &random))
        case 29, 30:
            return ScriptCall("synchronize()") {
                .boolean($0.defaults.synchronize())
            } mean: { _ in
            }
        default:
            return ScriptCall("reopen") { side in
                side.defaults.synchronize()
                side.reopen()
                return nil
            } mean: {
                $0.reopen()
            }
        }
    }

    // MARK: - Values

    private static func set(_ value: ScriptValue, _ name: String) -> ScriptCall {
        ScriptCall("set(\(value.object) as Any, \(name))") { side in
            side.defaults.set(value.object, forKey: name)
            return nil
        } mean: {
            $0.set(value.value(isLinux: $0.isLinux), name)
        }
    }

    private static func setTyped(_ random: inout RandomSource, _ name: String) -> ScriptCall {
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
            let number = Bool.random(using: &random) ? Int.random(in: 0...2, using: &random) : Int.random(&random)
            return typed("Int \(number)", name, .integer(Int64(number))) { $0.set(number, forKey: name) }
        case 2:
            // All NaNs count as one, because their bits don't survive a conversion.
            let number = Float.random(&random).withOneNaN
            return typed("Float \(number)", name, .real(Double(number))) { $0.set(number, forKey: name) }
        case 3:
            let isWhole = Bool.random(using: &random)
            let number = isWhole ? Double(Int.random(in: 0...2, using: &random)) : Double.random(&random).withOneNaN
            return typed("Double \(number)", name, .real(number)) { $0.set(number, forKey: name) }
        case 4:
            let flag = Bool.random(using: &random)
            return typed("Bool \(flag)", name, .boolean(flag)) { $0.set(flag, forKey: name) }
        default:
            let url = random.pick(ScriptValue.urls)
            return typed("URL \(url)", name, .string(url.absoluteString), linux: .string(url.path)) {
                $0.set(url, forKey: name)
            }
        }
    }

    private static func typed(
        _ description: String, _ name: String, _ value: PropertyListValue, linux: PropertyListValue? = nil,
        _ make: @escaping (UserDefaults) -> Void
    ) -> ScriptCall {
        ScriptCall("set(\(description), \(name))") { side in
            make(side.defaults)
            return nil
        } mean: {
            $0.set($0.isLinux ? linux ?? value : value, name)
        }
    }

    private static func clear(
        _ description: String, _ name: String, _ make: @escaping (UserDefaults) -> Void
    ) -> ScriptCall {
        ScriptCall(description) { side in
            make(side.defaults)
            return nil
        } mean: {
            $0.own[name] = nil
        }
    }

    // MARK: - Domains

    /// Values by name, with none for which Foundation traps in a domain.
    private static func entries(_ random: inout RandomSource, _ names: [String]) -> [String: ScriptValue] {
        let entries = random.some(0...3) { ($0.pick(names), ScriptValue.plain(&$0)) }
        return Dictionary(entries, uniquingKeysWith: { $1 })
    }

    private static func domain(
        _ description: String, _ entries: [String: ScriptValue],
        _ make: @escaping (ScriptSide, [String: Any]) -> Void,
        mean: @escaping (inout DocumentedDefaults, [String: PropertyListValue]) -> Void
    ) -> ScriptCall {
        ScriptCall("\(description): \(entries.mapValues(\.value))") { side in
            make(side, entries.mapValues(\.object))
            return nil
        } mean: {
            mean(&$0, entries.mapValues(\.value))
        }
    }

    private static func register(_ entries: [String: ScriptValue]) -> ScriptCall {
        domain("register", entries) {
            $0.defaults.register(defaults: $1)
        } mean: {
            $0.register($1)
        }
    }

    private static func setArguments(_ entries: [String: ScriptValue]) -> ScriptCall {
        domain("set arguments", entries) {
            $0.defaults.setVolatileDomain($1, forName: UserDefaults.argumentDomain)
        } mean: {
            $0.setArguments($1)
        }
    }

    private static func removeArguments() -> ScriptCall {
        ScriptCall("remove arguments") { side in
            side.defaults.removeVolatileDomain(forName: UserDefaults.argumentDomain)
            return nil
        } mean: {
            $0.removeArguments()
        }
    }

    private static func setVolatile(_ entries: [String: ScriptValue]) -> ScriptCall {
        domain("set V", entries) {
            $0.defaults.setVolatileDomain($1, forName: "V")
        } mean: {
            $0.setVolatile($1, "V")
        }
    }

    private static func setOwn(_ entries: [String: ScriptValue]) -> ScriptCall {
        domain("set own domain", entries) {
            $0.defaults.setPersistentDomain($1, forName: $0.own)
        } mean: {
            $0.own = $1
        }
    }

    private static func setOther(_ entries: [String: ScriptValue], _ other: Int) -> ScriptCall {
        domain("set domain \(other)", entries) {
            $0.defaults.setPersistentDomain($1, forName: $0.others[other])
        } mean: {
            $0.others[other] = $1
        }
    }

    private static func suite(_ other: Int, isAdded: Bool) -> ScriptCall {
        ScriptCall("\(isAdded ? "add" : "remove") suite \(other)") { side in
            if isAdded {
                side.defaults.addSuite(named: side.others[other])
            } else {
                side.defaults.removeSuite(named: side.others[other])
            }
            return nil
        } mean: {
            isAdded ? $0.addSuite(other) : $0.removeSuite(other)
        }
    }
}

extension ScriptValue {
    static let urls = [
        "https://tom@example.com:8080/a%20b?q=1#end", "mailto:tom@example.com", "file:///tmp/a%20b", "http://a.example",
    ].compactMap { URL(string: $0) }

    private static let texts = [
        "", "text", "12abc", " 7", "-1", "+5", "1.9", ".5", "1e3", "0x10", "YES", "yes", "T", "no", "true", "0", "1",
        "9223372036854775808", "1e400", "inf", "/tmp/a b", "~/x", "https://a.example/b?c", "é\u{301}", "a\nb",
    ]

    /// Returns a value that a setter takes.
    static func random(_ random: inout RandomSource) -> ScriptValue {
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            let url = random.pick(urls)
            return ScriptValue(
                Bool.random(using: &random) ? url : url as NSURL, .string(url.absoluteString), linux: .string(url.path))
        case 1:
            return random.pick([
                ScriptValue(NSNumber(value: 7), 7), ScriptValue(NSNumber(value: 7.0), .real(7)), ScriptValue([7], [7]),
                ScriptValue([7.0], [.real(7)]), ScriptValue("n" as NSString, "n"), ScriptValue(Int8(1), 1),
                ScriptValue(UInt8(0), 0), ScriptValue(Float(0.5), 0.5),
                ScriptValue(UInt64.max, .unsignedInteger(.max)), ScriptValue(NSMutableArray(array: ["m"]), ["m"]),
                ScriptValue(NSMutableDictionary(dictionary: ["m": 1]), ["m": 1]),
                ScriptValue(NSDecimalNumber(string: "1.25"), 1.25, linux: 1),
            ])
        case 2:
            let date = Date(timeIntervalSinceReferenceDate: Double(Int32.random(&random)) / 8)
            return ScriptValue(date, .date(date))
        default: return plain(&random)
        }
    }

    /// Returns a value that Foundation takes in a domain, and that its file doesn't change.
    static func plain(_ random: inout RandomSource, levels: Int = 2) -> ScriptValue {
        switch Int.random(in: 0..<(levels > 0 ? 9 : 6), using: &random) {
        case 0, 1: return of(.string(random.pick(texts)))
        case 2: return of(.integer(Int64(Int.random(&random))))
        case 3: return of(.real(Double.random(&random).withOneNaN))
        case 4: return of(.boolean(Bool.random(using: &random)))
        case 5:
            let date = Date(timeIntervalSinceReferenceDate: Double(Int32.random(&random)))
            return of(random.pick([.data(Data([1, 2])), .data(Data()), .date(date)]))
        case 6: return of(.array(random.some(0...3) { .string($0.pick(texts)) }))
        case 7: return of(.array(random.some(0...3) { plain(&$0, levels: levels - 1).value }))
        default:
            let entries = random.some(0...3) { ($0.pick(["a", "b", "c d"]), plain(&$0, levels: levels - 1).value) }
            return of(.dictionary(Dictionary(entries, uniquingKeysWith: { $1 })))
        }
    }

    private static func of(_ value: PropertyListValue) -> ScriptValue { ScriptValue(RawObject.foreign(value), value) }
}

extension BinaryFloatingPoint {
    fileprivate var withOneNaN: Self { isNaN ? .nan : self }
}
#endif
