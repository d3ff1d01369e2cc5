import Foundation

@testable import SafeDefaults

/// A `UserDefaults` that does what Apple's is documented, or known from reports, to do; for tests, on any system.
///
/// It isn't Apple's: what a device does has the last word. Each rule has a test in `AppleDefaultsTests`.
///
/// 1. `set` and `removeObject` post `didChangeNotification` on the thread that writes, before they return, with the
/// object
///    that was written to, for an equal value too. (Documentation of `didChangeNotification` and `set(_:forKey:)`;
///    stacks in RevenueCat/purchases-ios 2078 and 5959 and amplitude/Amplitude-Swift 316, where observers on the main
///    queue hang.)
/// 2. They call key-value observers on the thread that writes, after the change and before they return; not for an
/// equal
///    value; sometimes twice. (Stacks in sindresorhus/Defaults 161 and neevaco/neeva-ios 4243; gnustep/libs-base 420 on
///    the order; openradar-mirror 16027 on repetition.)
/// 3. Other processes' writes call key-value observers, all on one serial queue, and post nothing. (NSUserDefaults.h;
///    HexFiend/HexFiend 234 names the queue.) Sometimes a read that is the first to find such a write calls them, on
///    its own thread. (folivoraAI/BetterTouchTool 1856.)
/// 4. Keys with a dot, or with `@` in front, are never told. (JosephDuffy/Persist 24, ReactiveX/RxSwift 1478.) 5. A
/// read looks at managed values, launch arguments, the object's own domain, that of all programs, and registered
/// values.
///    Arguments and registered values are the process's: every object sees the same. (NSUserDefaults.h; documentation
///    of `init(suiteName:)`.) So to remove the arguments' domain from one object is to remove it from all.
/// 6. `register` posts `didChangeNotification`. (Not documented; the harder case for an observer. openradar-mirror
/// 16220
///    reports posts without a change at a program's start.)
/// 7. Truth values are objects of their own, not numbers. (CFBoolean in CFNumber.c of swift-corelibs-foundation.)
/// 8. A URL is kept as an archive; a file's as its path, with a tilde for the home directory. A text is read as a path.
///    (NSUserDefaults.h; documentation of `set(_:forKey:)` for URLs and of `url(forKey:)`.)
/// 9. What is kept is a copy, and immutable. (Documentation of `object(forKey:)`.) 10. A domain of 4 MiB or more is
/// read as it was written, and isn't on the disk after the next start; nothing is reported
///     but in the system's log. (developer.apple.com/forums/thread/722096, RevenueCat/purchases-ios 225.)
/// 11. Before a device is first unlocked, a read finds nothing. (developer.apple.com/forums/thread/15685.) 12. What is
/// no property list raises an exception. (Stack in nugu-developers/nugu-ios 748.) Here it is kept as a sentence.
final class AppleDefaults: UserDefaults {
    let process: AppleProcess
    let domain: String

    // NB: `init(suiteName:)` of Linux calls this object's own methods before it returns.
    private let isMade = Shared(false)

    init(_ domain: String = "com.example.app", in process: AppleProcess = AppleProcess()) {
        self.domain = domain
        self.process = process
        // A suite by that name can't be refused, and nobody writes it.
        // swift-format-ignore: NeverForceUnwrap
        super.init(suiteName: "SafeDefaultsTests.AppleDefaults")!
        isMade.change { $0 = true }
    }

    // MARK: - Reading

    private func found(_ name: String) -> AppleObject? {
        process.tellWhatIsUnread(in: domain)
        defer { process.afterReading.value?() }
        return process.daemon.managed(name) ?? process.arguments[name] ?? process.daemon.object(name, in: domain)
            ?? process.daemon.object(name, in: UserDefaults.globalDomain) ?? process.registered[name]
    }

    override func object(forKey defaultName: String) -> Any? { found(defaultName)?.object }

    override func string(forKey defaultName: String) -> String? {
        switch object(forKey: defaultName) {
        case let text as String: text
        case let number as NSNumber: number.stringValue
        default: nil
        }
    }

    override func array(forKey defaultName: String) -> [Any]? { object(forKey: defaultName) as? [Any] }

    override func dictionary(forKey defaultName: String) -> [String: Any]? {
        object(forKey: defaultName) as? [String: Any]
    }

    override func data(forKey defaultName: String) -> Data? { object(forKey: defaultName) as? Data }

    override func stringArray(forKey defaultName: String) -> [String]? { object(forKey: defaultName) as? [String] }

    override func integer(forKey defaultName: String) -> Int {
        switch object(forKey: defaultName) {
        case let text as String: NSString(string: text).integerValue
        case let number as NSNumber: number.intValue
        default: 0
        }
    }

    override func float(forKey defaultName: String) -> Float { Float(double(forKey: defaultName)) }

    override func double(forKey defaultName: String) -> Double {
        switch object(forKey: defaultName) {
        case let text as String: NSString(string: text).doubleValue
        case let number as NSNumber: number.doubleValue
        default: 0
        }
    }

    override func bool(forKey defaultName: String) -> Bool {
        switch object(forKey: defaultName) {
        case let text as String: ["yes", "true", "1"].contains(text.lowercased())
        case let number as NSNumber: number.doubleValue != 0
        default: false
        }
    }

    override func url(forKey defaultName: String) -> URL? {
        switch object(forKey: defaultName) {
        case let path as String: URL(fileURLWithPath: NSString(string: path).expandingTildeInPath)
        case let archive as Data:
            (try? NSKeyedUnarchiver.unarchivedObject(ofClass: NSURL.self, from: archive)) as URL?
        default: nil
        }
    }

    override func dictionaryRepresentation() -> [String: Any] {
        var all = process.registered
        all.merge(process.daemon.domain(UserDefaults.globalDomain)) { $1 }
        all.merge(process.daemon.domain(domain)) { $1 }
        all.merge(process.arguments) { $1 }
        return all.mapValues(\.object)
    }

    override func objectIsForced(forKey key: String) -> Bool { process.daemon.managed(key) != nil }

    // MARK: - Writing

    override func set(_ value: Any?, forKey defaultName: String) {
        guard let value else { return put(nil, defaultName) }
        guard let object = AppleObject(value) else {
            return process.raise("Attempt to insert non-property list object for key \(defaultName)")
        }
        put(object, defaultName)
    }

    override func set(_ value: Int, forKey defaultName: String) { set(NSNumber(value: value), forKey: defaultName) }

    override func set(_ value: Float, forKey defaultName: String) { set(NSNumber(value: value), forKey: defaultName) }

    override func set(_ value: Double, forKey defaultName: String) { set(NSNumber(value: value), forKey: defaultName) }

    override func set(_ value: Bool, forKey defaultName: String) { set(NSNumber(value: value), forKey: defaultName) }

    override func set(_ url: URL?, forKey defaultName: String) {
        guard let url else { return put(nil, defaultName) }
        if url.isFileURL {
            let home = NSHomeDirectory()
            let path = url.path.hasPrefix("\(home)/") ? "~\(url.path.dropFirst(home.count))" : url.path
            return set(path, forKey: defaultName)
        }
        set(
            try? NSKeyedArchiver.archivedData(withRootObject: url as NSURL, requiringSecureCoding: true),
            forKey: defaultName)
    }

    override func removeObject(forKey defaultName: String) { put(nil, defaultName) }

    private func put(_ object: AppleObject?, _ name: String) {
        if process.daemon.set(object, name, in: domain, by: process) { process.tell(of: name, in: domain) }
        post()
    }

    private func post() { NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self) }

    override func synchronize() -> Bool { true }

    // MARK: - Domains

    override func register(defaults registrationDictionary: [String: Any]) {
        process.register(registrationDictionary.compactMapValues(AppleObject.init))
        post()
    }

    override var volatileDomainNames: [String] { [UserDefaults.argumentDomain, UserDefaults.registrationDomain] }

    override func volatileDomain(forName domainName: String) -> [String: Any] {
        process.copies.change { $0[domainName, default: 0] += 1 }
        return switch domainName {
        case UserDefaults.argumentDomain: process.arguments.mapValues(\.object)
        case UserDefaults.registrationDomain: process.registered.mapValues(\.object)
        default: [:]
        }
    }

    override func setVolatileDomain(_ domain: [String: Any], forName domainName: String) {
        // That of Linux' initialiser, which Apple's doesn't make.
        guard isMade.value else { return }
        if domainName == UserDefaults.argumentDomain { process.arguments = domain.compactMapValues(AppleObject.init) }
        post()
    }

    override func removeVolatileDomain(forName domainName: String) {
        if domainName == UserDefaults.argumentDomain { process.arguments = [:] }
        post()
    }

    override func persistentDomain(forName domainName: String) -> [String: Any]? {
        let values = process.daemon.domain(domainName)
        return values.isEmpty ? nil : values.mapValues(\.object)
    }
}

/// Listens to an ``AppleDefaults`` as the library does to Apple's `UserDefaults`.
final class AppleListener: KeyListener, @unchecked Sendable {
    // Unchecked: as `UserDefaults`, which is documented to be safe from several threads.
    private let defaults: AppleDefaults

    init(_ defaults: AppleDefaults) { self.defaults = defaults }

    func listen(to name: String, _ notice: @escaping @Sendable () -> Void) {
        defaults.process.observe(name, in: defaults.domain, notice)
    }

    func listenToEverything(_ notice: @escaping @Sendable () -> Void) {
        _ = NotificationCenter.default.addObserver(
            forName: UserDefaults.didChangeNotification, object: nil, queue: nil
        ) { _ in notice() }
    }

    /// Makes a store of the object, which hears of foreign writes as one over Apple's does.
    ///
    /// - Parameters:
    ///   - domain: The name of the object's domain, as the library knows it of `.standard` and of a suite; nil
    ///   for an object that other code has created.
    ///   - rules: What the device's system does with the values in addition to keeping them.
    static func store(
        over defaults: AppleDefaults, domain: String? = nil, rules: PlatformRules = .system
    ) -> DefaultsStore {
        let store =
            domain.map { DefaultsStore(box: StoreBox(defaults, domain: $0, rules: rules)) } ?? DefaultsStore(defaults)
        let hub = store.box.hub
        hub.source = KeyRegistrations.of(defaults, for: hub) { AppleListener(defaults) }
        return store
    }
}
