import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// One script, run over an `InMemoryDefaults`, a `FileDefaults` and a real suite: they must give the same answers at
/// every step.
@Suite struct InMemoryAgainstRealTests {
    /// The objects that are stored under `a`, and read by every typed getter.
    static let objects: [(name: String, object: @Sendable () -> Any)] = [
        ("text", { "text" }), ("digits and more", { "12abc" }), ("YES", { "YES" }), ("yes", { "yes" }), ("T", { "T" }),
        ("no", { "no" }), ("1", { "1" }), ("0", { "0" }), ("1.5", { "1.5" }), ("empty", { "" }), ("-7", { "-7" }),
        ("spaces", { "  3" }), ("Int", { 42 }), ("negative", { -1 }), ("zero", { 0 }), ("Double", { 2.5 }),
        ("0.9", { 0.9 }), ("Float", { Float(0.5) }), ("true", { true }), ("false", { false }),
        ("Data", { Data([1, 2]) }), ("Date", { Date(timeIntervalSinceReferenceDate: 5) }),
        ("texts", { ["a", "b"] }), ("mixed", { ["a", 1] as [Any] }), ("no elements", { [String]() }),
        ("dictionary", { ["a": 1, "b": ["c"]] as [String: Any] }), ("no entries", { [String: Int]() }),
        ("path", { "/tmp/a b" }), ("home", { "~/x" }), ("NSNumber", { NSNumber(value: 7) }),
        ("NSString", { "n" as NSString }),
    ]

    static func answers(of defaults: UserDefaults, _ name: String = "a") -> [String: NSObject?] {
        [
            "object": rawObject(defaults.object(forKey: name)),
            "string": rawObject(defaults.string(forKey: name)),
            "integer": rawObject(defaults.integer(forKey: name)),
            "double": rawObject(defaults.double(forKey: name)),
            "float": rawObject(defaults.float(forKey: name)),
            "bool": rawObject(defaults.bool(forKey: name)),
            "data": rawObject(defaults.data(forKey: name)),
            "array": rawObject(defaults.array(forKey: name)),
            "stringArray": rawObject(defaults.stringArray(forKey: name)),
            "dictionary": rawObject(defaults.dictionary(forKey: name)),
            // Other text is a URL here, and a file in the current directory there; data that is no archive is nil here,
            // and there, on Linux, the end of the process.
            "url": isPath(defaults.object(forKey: name)) ? rawObject(defaults.url(forKey: name)?.path) : nil,
        ]
    }

    private static func isPath(_ object: Any?) -> Bool {
        guard let text = object as? String else { return false }
        return text.hasPrefix("/") || text.hasPrefix("~")
    }

    @Test(arguments: objects.indices, [StoreKind.inMemory, .file])
    func typedGettersReturnTheSameAsFoundations(index: Int, kind: StoreKind) {
        let (name, object) = Self.objects[index]
        let (test, own) = (TestStore(.rawSuite), TestStore(kind))
        own.store.userDefaults.set(object(), forKey: "a")
        test.store.userDefaults.set(object(), forKey: "a")
        let (real, ours) = (Self.answers(of: test.store.userDefaults), Self.answers(of: own.store.userDefaults))
        for getter in real.keys.sorted() { #expect(ours[getter] == real[getter], "\(getter) of \(name)") }
    }

    @Test(arguments: [StoreKind.inMemory, .file]) func typedSettersStoreTheSameAsFoundations(kind: StoreKind) {
        let (test, own) = (TestStore(.rawSuite), TestStore(kind))
        let memory = own.store.userDefaults
        for defaults in [test.store.userDefaults, memory] {
            defaults.set(3, forKey: "int")
            defaults.set(2.5, forKey: "double")
            defaults.set(Float(0.5), forKey: "float")
            defaults.set(true, forKey: "bool")
            defaults.set(URL(fileURLWithPath: "/tmp/a b"), forKey: "url")
            defaults.set("x", forKey: "gone")
            defaults.removeObject(forKey: "gone")
        }
        for name in ["int", "double", "float", "bool", "gone", "never"] {
            #expect(Self.answers(of: memory, name) == Self.answers(of: test.store.userDefaults, name), "\(name)")
        }
        #expect(memory.url(forKey: "url") == test.store.userDefaults.url(forKey: "url"))
    }

    // In a process of its own, because the real one registers for all suites, and not safely while others read.
    @Test func registeringArgumentsAndDomainsActAsInARealSuite() async {
        await #expect(processExitsWith: .success) {
            let test = TestStore(.rawSuite)
            let (real, memory) = (test.store.userDefaults, InMemoryDefaults())
            let own = TestStore(.file)
            let file = own.store.userDefaults
            let steps: [(String, (UserDefaults) -> Void)] = [
                ("register", { $0.register(defaults: ["a": 1, "r": ["x"]]) }),
                ("register again", { $0.register(defaults: ["b": 2.5]) }),
                ("set over registered", { $0.set("set", forKey: "a") }),
                ("remove", { $0.removeObject(forKey: "a") }),
                ("remove what is registered only", { $0.removeObject(forKey: "r") }),
                ("argument", { $0.setVolatileDomain(["a": "9", "v": "1"], forName: UserDefaults.argumentDomain) }),
                ("set under an argument", { $0.set(5, forKey: "a") }),
                ("remove under an argument", { $0.removeObject(forKey: "v") }),
                ("own volatile domain", { $0.setVolatileDomain(["v2": 1], forName: "V") }),
                ("no volatile domain", { $0.removeVolatileDomain(forName: "V") }),
                ("no arguments", { $0.removeVolatileDomain(forName: UserDefaults.argumentDomain) }),
                ("set nil", { $0.set(nil as Any?, forKey: "a") }),
            ]
            for (step, run) in steps {
                run(real)
                run(memory)
                run(file)
                for (ours, name) in [memory, file].flatMap({ ours in ["a", "b", "r", "v", "v2"].map { (ours, $0) } }) {
                    #expect(
                        InMemoryAgainstRealTests.answers(of: ours, name)
                            == InMemoryAgainstRealTests.answers(of: real, name), "\(name) after \(step)")
                    // NB: Foundation leaves arguments out of the whole on Linux; on Apple systems they are in it.
                    if real.volatileDomain(forName: UserDefaults.argumentDomain)[name] != nil { continue }
                    #expect(
                        rawObject(ours.dictionaryRepresentation()[name])
                            == rawObject(real.dictionaryRepresentation()[name]), "all, \(name) after \(step)")
                }
                for ours in [memory, file] {
                    #expect(
                        rawObject(ours.volatileDomain(forName: "V")) == rawObject(real.volatileDomain(forName: "V")))
                }
            }
        }
    }
}
