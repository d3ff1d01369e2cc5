// What can be done with a setting through its name.

import Foundation
import Observation
import SafeDefaults
import SafeDefaultsInspection

private enum Tint: String, DefaultsValue { case light, dark }
private struct Person: Codable, DefaultsValue, Equatable { var name = "", tags: [String] = [] }
private final class Counter: Codable, DefaultsValue { var count = 0 }

private struct UseDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case count, other, tint, date, people, named, person, flag, counter, url, set }

    struct Settings {
        let count = Setting(.count, default: 0)
        let other = Setting(.other, default: 1)
        let tint = Setting(.tint, default: Tint.light)
        let date = Setting<Date?>(.date)
        let loginDate = Setting<Date?>(.date)
        let people = Setting<[Person]>(.people, default: [])
        let named = Setting<[String: Person]>(.named, default: [:])
        let person = Setting<Person?>(.person)
        let flag = Setting(.flag, default: false)
        let counter = Setting(.counter, default: Counter())

        // Names that members of the protocol have.
        let url = Setting<URL?>(.url)
        let set = Setting(.set, default: 0)
        let contains = Setting(.set, default: 0)
    }
    static let settings = Settings()

    var store: DefaultsStore = .standard
}

// MARK: - Reading and writing

private func readAndWrite(_ login: UseDefaults) {
    let _: Int = login.count
    let _: Tint = login.tint
    let _: Date? = login.loginDate
    login.count = 3
    login.count += 1
    login.tint = .dark
    login.flag.toggle()
    login.loginDate = Date()
    login.loginDate = nil
    login.people = [Person()]
    login.people.append(Person())
    login.people[0].name = "x"
    login.people[0].tags.append("y")
    login.people.sort { $0.name < $1.name }
    login.people.removeAll { $0.name.isEmpty }
    login.named["k"] = Person()
    login.named["k", default: Person()].name += "q"
    login.named["k"]?.tags = []
    login.person?.name = "x"
    let _: Int? = login.person?.name.count
    let _: TimeInterval? = login.loginDate?.timeIntervalSinceNow
    let _: Tint = login.count > 3 ? login.tint : .light
    if let date = login.loginDate { login.count = Int(date.timeIntervalSince1970) }
    guard login.flag, login.tint == .dark else { return }
    switch login.tint {
    case .light: break
    case .dark: login.flag = false
    }
    let text = "\(login.count), \(login.tint)"
    _ = text
}

private func inOut(_ login: UseDefaults) {
    func increment(_ number: inout Int) { number += 1 }
    increment(&login.count)
    swap(&login.count, &login.other)
    #if compiler(>=6.2)
    unsafe withUnsafeMutablePointer(to: &login.count) { unsafe $0.pointee = 2 }
    #endif
    (login.count, login.other) = (1, 2)
}

private func bySettingAndPath(_ login: UseDefaults) {
    let _: Int = login[\.count]
    login[\.count] += 1
    login[\.people].append(Person())
    let _: Int = login[UseDefaults.count]
    login[UseDefaults.count] += 1
    login[UseDefaults.people][0].name = "x"
    let setting = UseDefaults.tint
    login[setting] = .dark
    let path = \UseDefaults.Settings.count
    login[path] = 3
}

private func clashingNames(_ login: UseDefaults) {
    login[\.url] = URL(fileURLWithPath: "/")
    let _: URL? = login[\.url]
    login[UseDefaults.settings.url] = nil
    login[\.set] += 1
    login.update(\.contains) { $0 += 1 }
    login.reset(\.date)
    let _: URL? = login.url(forKey: .url)
}

// MARK: - Verbs

private func verbs(_ login: UseDefaults) throws {
    let _: Lookup<Int> = login.lookup(\.count)
    let _: Bool = login.contains(\.count)
    login.reset(\.count)
    let _: Int = try login.read(\.count)
    let _: Date? = try login.read(\.loginDate)
    try login.write(3, to: \.count)
    try login.write(nil, to: \.loginDate)
    try login.write(.dark, to: \.tint)
    try login.write([], to: \.people)
    switch login.lookup(\.tint) {
    case .missing: break
    case .value(let tint): login.tint = tint
    case .unreadable(let error): throw error
    }
}

private func verbsOfSettings(_ login: UseDefaults) async throws {
    Stored(UseDefaults.count, store: login.store).update { $0 += 1 }
    let _: Person? = Stored(UseDefaults.people).update { $0.popLast() }
    Stored(UseDefaults.count).reset()
    let _: Lookup<Tint> = Stored(UseDefaults.tint, store: login.store).lookup()
    for await count in Stored(UseDefaults.count, store: login.store).values where count > 3 { break }
    let _: DefaultsObservation = Stored(UseDefaults.count).changes.observe { print($0.newValue) }
    let _: String? = AnySetting(UseDefaults.count, in: login.store).text
}

private func edits(_ login: UseDefaults) throws {
    login.edit { draft in
        draft.count += 1
        draft[UseDefaults.count] += 1
        draft.people.append(Person())
        draft.set(draft.value(Int.self, forKey: .count), forKey: .other)
        draft.set(["a": 1] as PropertyListValue, forKey: .named)
        draft.reset(\.date)
        draft.removeObject(forKey: .flag)
    }
    try login.edit { draft throws(DefaultsError) in draft.count = try draft.read(\.count) + 1 }
}

private func updates(_ login: UseDefaults) throws {
    login.update(\.count) { $0 += 1 }
    login.update(\.people) { $0.removeLast() }
    login.update(\.loginDate) { $0 = nil }
    login.update(\.counter) { $0.count = 42 }
    login.update(\.count) { count in
        login.other += 1
        count = login.other
    }
    let _: Int = login.update(\.count) { count in
        defer { count += 1 }
        return count
    }
    try login.update(\.count) { count in
        guard count < 3 else { throw CocoaError(.featureUnsupported) }
        count += 1
    }
}

/// A failure of one type stays of that type.
private func typedFailures(_ login: UseDefaults) throws(DefaultsError) {
    do throws(CocoaError) {
        try login.update(\.count) { count throws(CocoaError) in count += 1 }
    } catch {
        let _: CocoaError = error
    }
    let _ = try login.read(\.count)
    try login.write(1, to: \.count)
    try login.write(1, forKey: .count)
}

// MARK: - Generic code

private func generic<Domain: SafeDefaults>(_ domain: Domain, _ path: KeyPath<Domain.Settings, Domain.Setting<Int>>)
    -> Int
{
    domain[path] += 1
    domain.update(path) { $0 += 1 }
    domain.reset(path)
    return domain[path]
}

private func genericValue<Domain: SafeDefaults, Value: Equatable>(
    _ domain: Domain, _ setting: DomainSetting<Domain, Value>, _ value: Value
) -> Bool {
    domain[setting] = value
    return domain[setting] == value
}

private func opaque(_ domain: some SafeDefaults) -> Int { domain.storedKeys.count }

private func keys<Domain: SafeDefaults>(_ domain: Domain, _ key: Domain.Keys) -> String? {
    domain.set("x", forKey: key)
    return domain.string(forKey: key)
}

private func callsOfGenericCode(_ login: UseDefaults) {
    let _: Int = generic(login, \.count)
    let _: Bool = genericValue(login, UseDefaults.tint, .dark)
    let _: Int = opaque(login)
    let _: String? = keys(login, .tint)
    let _: any SafeDefaults = login
}

// With complete checking, Swift 5 takes no key path for Sendable unless it is told to; see Rejected.
#if swift(>=6) || hasFeature(InferSendableFromCaptures) || !CompleteChecking
private func keyPathsOfInstances(_ login: UseDefaults) {
    let _: [Int] = [login].map(\.count)
    let path: WritableKeyPath<UseDefaults, Int> = \.count
    var copy = login
    copy[keyPath: path] += 1
}
#endif

// MARK: - Threads, tasks and actors

private actor Background {
    let login = UseDefaults()

    func work() async {
        login.count += 1
        await Task.yield()
        login.people.append(Person())
        login.update(\.count) { $0 += 1 }
    }
}

@MainActor private final class Model {
    let login = UseDefaults()
    var title: String { "\(login.count)" }

    func tapped() {
        login.count += 1
        login.update(\.people) { $0.append(Person()) }
        Task { login.tint = .dark }
        Task.detached { [login] in login.tint = .light }
    }
}

private final class SharedModel: Sendable {
    let login = UseDefaults()
    func count() { login.count += 1 }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable private final class ObservableModel {
    @ObservationIgnored let login = UseDefaults()
    let other = UseDefaults()
    var count: Int {
        get { login.count }
        set { login.count = newValue }
    }
}

nonisolated private func tasks(_ login: UseDefaults) async {
    Task { login.count += 1 }
    Task.detached { login.count += 1 }
    await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 { group.addTask { login.update(\.count) { $0 += 1 } } }
    }
    async let count = login.count
    _ = await count
    await MainActor.run { login.count += 1 }
    await Background().work()
}

nonisolated private func threads(_ login: UseDefaults) {
    DispatchQueue.concurrentPerform(iterations: 4) { _ in login.update(\.count) { $0 += 1 } }
    DispatchQueue.global().async { login.count += 1 }
    Thread { login.people.append(Person()) }.start()
    let work: @Sendable () -> Int = { login.count }
    _ = work()
}
