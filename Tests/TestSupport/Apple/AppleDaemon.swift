import Foundation

/// What keeps the domains of all programs on an Apple device, as far as it is documented or known; for tests.
///
/// The rules, each with its source, stand at ``AppleDefaults``.
final class AppleDaemon: Sendable {
    /// The size in bytes from which a domain is no longer written to the disk.
    static let largestDomain = 4_194_304

    private struct State {
        var domains: [String: [String: AppleObject]] = [:]
        var onDisk: [String: [String: AppleObject]] = [:]
        var managed: [String: AppleObject] = [:]
        var isUnlocked = true
        var processes: [AppleProcess.Reference] = []
        var log: [String] = []
    }

    private let state = Shared(State())

    /// What the system has logged.
    var log: [String] { state.value.log }

    // MARK: - The device

    /// Whether the device has been unlocked since it was started.
    var isUnlocked: Bool {
        get { state.value.isUnlocked }
        set { state.change { $0.isUnlocked = newValue } }
    }

    /// Starts the device again: what isn't on the disk is gone.
    func restart() { state.change { $0.domains = $0.onDisk } }

    /// Has a value managed, as a device's manager does: it is read before all others.
    func manage(_ object: Any?, forKey name: String) {
        state.change { $0.managed[name] = object.flatMap(AppleObject.init) }
    }

    func managed(_ name: String) -> AppleObject? { state.value.managed[name] }

    // MARK: - Domains

    func add(_ process: AppleProcess.Reference) { state.change { $0.processes.append(process) } }

    func domain(_ name: String) -> [String: AppleObject] {
        state.change { $0.isUnlocked ? $0.domains[name] ?? [:] : [:] }
    }

    func object(_ name: String, in domain: String) -> AppleObject? {
        state.change { $0.isUnlocked ? $0.domains[domain]?[name] : nil }
    }

    /// Keeps an object, or removes what is there for nil; tells whether it is another one than before.
    ///
    /// - Parameter writer: The process that writes; the others are told of it.
    func set(_ object: AppleObject?, _ name: String, in domain: String, by writer: AppleProcess) -> Bool {
        let (isChanged, processes) = state.change { state in
            let old = state.domains[domain]?.updateValue(object, for: name)
            if state.domains[domain] == nil, let object { state.domains[domain] = [name: object] }
            let values = state.domains[domain] ?? [:]
            if values.values.reduce(0, { $0 + $1.size }) < Self.largestDomain {
                state.onDisk[domain] = values
            } else {
                state.log.append(
                    "Attempting to store >= \(Self.largestDomain) bytes of data in "
                        + "CFPreferences/NSUserDefaults on this "
                        + "platform is invalid.")
            }
            return (old ?? nil != object, state.processes)
        }
        guard isChanged else { return false }
        for process in processes.compactMap(\.process) where process !== writer { process.hear(of: name, in: domain) }
        return true
    }
}

extension [String: AppleObject] {
    /// Sets or removes a value, and gives the old one.
    fileprivate mutating func updateValue(_ object: AppleObject?, for name: String) -> AppleObject? {
        defer { self[name] = object }
        return self[name]
    }
}

/// An object that Apple's `UserDefaults` keeps: a property list, copied, so that nobody changes it.
struct AppleObject: Equatable, @unchecked Sendable {
    // Unchecked: an immutable copy, of values and of numbers, which are immutable.
    let object: Any

    /// Copies an object; nil for one that is no property list.
    init?(_ object: Any) {
        guard let copy = Self.copy(object) else { return nil }
        self.object = copy
    }

    /// Numbers and Booleans as the objects that Apple's gives, all else as the value that such an object casts to.
    private static func copy(_ object: Any) -> Any? {
        switch object {
        case let value as String: return value
        case let value as Data: return value
        case let value as Date: return value
        case let number as NSNumber: return number
        case let values as [Any]:
            let copies = values.compactMap(copy)
            return copies.count == values.count ? copies : nil
        case let values as [String: Any]:
            let copies = values.compactMapValues(copy)
            return copies.count == values.count ? copies : nil
        default: return nil
        }
    }

    /// Whether it is one of the two Booleans, which are objects of their own and no numbers.
    private static func isBoolean(_ object: Any) -> Bool {
        guard let number = object as? NSNumber else { return false }
        return number === NSNumber(value: true) || number === NSNumber(value: false)
    }

    /// Roughly how many bytes it takes in a file.
    var size: Int { Self.size(object) }

    private static func size(_ object: Any) -> Int {
        switch object {
        case let value as String: value.utf8.count + 3
        case let value as Data: value.count + 3
        case let values as [Any]: values.reduce(3) { $0 + size($1) }
        case let values as [String: Any]: values.reduce(3) { $0 + $1.key.utf8.count + size($1.value) }
        default: 9
        }
    }

    static func == (left: Self, right: Self) -> Bool {
        isBoolean(left.object) == isBoolean(right.object) && rawObject(left.object) == rawObject(right.object)
    }
}
