import Foundation
import SafeDefaults
import SafeDefaultsFiles

/// The calls that programs make most often, one by one, for `.ci/instructions` to count what they cost.
///
/// Unlike times, instructions and allocations are the same in each run, so that a small change for the worse is seen.
enum HotPath: String, CaseIterable {
    case rawGetInt = "raw-get-int"
    case getInt = "get-int"
    case getString = "get-string"
    case getBool = "get-bool"
    case getEnum = "get-enum"
    case getAbsent = "get-absent"
    case standardCachedGet = "standard-cached-get-int"
    case rawSetInt = "raw-set-int"
    case setInt = "set-int"
    case rawSetString = "raw-set-string"
    case setString = "set-string"
    case setObserved = "set-int-observed"
    case cachedGet = "cached-get-int"
    case getStruct = "get-struct"
    case setStruct = "set-struct"
    case getJSON = "get-struct-json"
    case setJSON = "set-struct-json"
    case memoryGet = "memory-get-int"
    case memorySet = "memory-set-int"
    case fileGet = "file-get-int"
    case fileSet = "file-set-int"
    case fileUpdate = "file-update-int"
    case fileFollow = "file-follow-int"
    case fileOpen = "file-open-1000"

    private static let suite = "SafeDefaults-benchmark-hot"

    /// Makes a call so many times, and prints the allocations of them all.
    func run(_ times: Int, in directory: URL) throws {
        let call = try prepared(in: directory)
        // The first calls make what later ones use again.
        for number in 0..<20 { call(number) }
        // A save changes what Foundation does afterwards, and whether there has been one yet depends on the time.
        DefaultsStore(UserDefaults.suite(Self.suite)).flush()
        for number in 0..<20 { call(number) }
        holdingBackSaves {
            let before = allocationsOfThisThread()
            countedCalls(times, call)
            print(allocationsOfThisThread() - before)
        }
    }

    /// Makes calls while nothing is saved.
    ///
    /// After a save, Foundation does more for the next call, and how many saves come between the calls depends on the
    /// machine's load. Every save takes the lock of the preferences' directory, so it waits while that is held.
    private func holdingBackSaves(_ calls: () -> Void) {
        let directory = open(ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? "", O_RDONLY | O_DIRECTORY)
        flock(directory, LOCK_EX)
        calls()
        flock(directory, LOCK_UN)
        close(directory)
    }

    /// The part that `.ci/instructions` counts, which it finds by this name.
    @inline(never) private func countedCalls(_ times: Int, _ call: (Int) -> Void) {
        for number in 0..<times { call(number) }
    }

    private func prepared(in directory: URL) throws -> (Int) -> Void {
        switch self {
        case .memoryGet, .memorySet: return inMemory(LoginDefaults(store: .inMemory()))
        case .fileGet, .fileSet, .fileUpdate:
            return inFile(LoginDefaults(store: .file(directory.appendingPathComponent("hot.plist"))))
        case .fileOpen: return try opened(ManyKeys(directory: directory, count: 1_000).file())
        case .fileFollow:
            let file = directory.appendingPathComponent("hot.plist")
            // Objects of one file learn of each other's writes as processes do.
            return followed(LoginDefaults(store: .file(file)), LoginDefaults(store: .file(file)))
        default:
            let bare = Unsaved.named(Self.suite)
            Sample.fill(bare)
            return inSuite(bare, LoginDefaults(store: DefaultsStore(UserDefaults.suite(Self.suite))))
        }
    }

    private func inSuite(_ bare: UserDefaults, _ login: LoginDefaults) -> (Int) -> Void {
        switch self {
        case .rawGetInt: return { _ in expect(bare.integer(forKey: "login/attempts") == 5) }
        case .getInt: return { _ in expect(login.attempts == 5) }
        case .getString: return { _ in expect(login.name == "Tom") }
        case .getBool: return { _ in expect(login.flag) }
        case .getEnum: return { _ in expect(login.theme == .dark) }
        case .getAbsent: return { _ in expect(login.absent == 0) }
        case .rawSetInt: return { bare.set($0, forKey: "login/attempts") }
        case .setInt: return { login.attempts = $0 }
        case .standardCachedGet:
            LoginDefaults(store: .standard).attempts = 5
            let cached = Stored(LoginDefaults.attempts, options: .cached)
            return { _ in expect(cached.wrappedValue == 5) }
        case .rawSetString: return { bare.set(Sample.names[$0 % 2], forKey: "login/name") }
        case .setString: return { login.name = Sample.names[$0 % 2] }
        case .setObserved:
            let token = login.observe(\.attempts) { use($0.newValue) }
            return { number in withExtendedLifetime(token) { login.attempts = number } }
        case .cachedGet:
            let cached = Stored(LoginDefaults.attempts, store: login.store, options: .cached)
            return { _ in expect(cached.wrappedValue == 5) }
        default: return structure(login)
        }
    }

    private func structure(_ login: LoginDefaults) -> (Int) -> Void {
        login.profile = Sample.profile
        login.json = Sample.profile
        switch self {
        case .getStruct: return { _ in expect(login.profile == Sample.profile) }
        case .setStruct: return { _ in login.profile = Sample.profile }
        case .getJSON: return { _ in expect(login.json == Sample.profile) }
        default: return { _ in login.json = Sample.profile }
        }
    }

    private func inMemory(_ login: LoginDefaults) -> (Int) -> Void {
        login.attempts = 5
        return self == .memoryGet ? { _ in expect(login.attempts == 5) } : { login.attempts = $0 }
    }

    private func inFile(_ login: LoginDefaults) -> (Int) -> Void {
        login.attempts = 5
        switch self {
        case .fileGet: return { _ in expect(login.attempts == 5) }
        case .fileSet: return { login.attempts = $0 }
        default: return { _ in login.update(\.attempts) { $0 += 1 } }
        }
    }

    /// Opens a file of many keys and reads one of them.
    private func opened(_ url: URL) -> (Int) -> Void {
        { _ in expect((try? FileDefaults(url: url))?.integer(forKey: "key number 7") == 7) }
    }

    private func followed(_ writer: LoginDefaults, _ reader: LoginDefaults) -> (Int) -> Void {
        return {
            writer.attempts = $0
            expect(reader.attempts == $0)
        }
    }
}
