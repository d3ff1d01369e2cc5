// What can be done with a setting through its name.

import Foundation
import Observation
import SafeDefaults

private enum Tint: String, DefaultsValue { case light, dark }
private struct Person: Codable, DefaultsValue, Equatable { var name = "", tags: [String] = [] }

private struct UseDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case count, other, tint, date, people, named, person, flag, url, set }

    struct Settings {
        let count = Setting(.count, default: 0)
        let other = Setting(.other, default: 1)
        let tint = Setting(.tint, default: Tint.light)
        let loginDate = Setting<Date?>(.date)
        let people = Setting<[Person]>(.people, default: [])
        let named = Setting<[String: Person]>(.named, default: [:])
        let person = Setting<Person?>(.person)
        let flag = Setting(.flag, default: false)

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
    login.count += 1
    login.flag.toggle()
    login.loginDate = nil
    login.people[0].tags.append("y")
    login.named["k", default: Person()].name += "q"
    login.person?.name = "x"
    switch login.tint {
    case .light: break
    case .dark: login.flag = false
    }
}

private func inOut(_ login: UseDefaults) {
    func increment(_ number: inout Int) { number += 1 }
    increment(&login.count)
    swap(&login.count, &login.other)
    #if compiler(>=6.2)
    unsafe withUnsafeMutablePointer(to: &login.count) { unsafe $0.pointee = 2 }
    #endif
}

private func bySettingAndPath(_ login: UseDefaults) {
    login[\.count] += 1
    login[UseDefaults.count] += 1
    let setting = UseDefaults.tint
    login[setting] = .dark
    let path = \UseDefaults.Settings.count
    login[path] = 3
}

private func clashingNames(_ login: UseDefaults) {
    login[\.url] = URL(fileURLWithPath: "/")
    login[\.set] += 1
    login.update(\.contains) { $0 += 1 }
    let _: URL? = login.url(forKey: .url)
}

// MARK: - Verbs

private func verbs(_ login: UseDefaults) throws {
    let _: Lookup<Int> = login.lookup(\.count)
    let _: Date? = try login.read(\.loginDate)
    try login.write(nil, to: \.loginDate)
    switch login.lookup(\.tint) {
    case .missing: break
    case .value(let tint): login.tint = tint
    case .unreadable(let error): throw error
    }
}

private func edits(_ login: UseDefaults) throws {
    login.edit { draft in
        draft.count += 1
        draft.set(draft.value(Int.self, forKey: .count), forKey: .other)
    }
    try login.edit { draft throws(DefaultsError) in draft.count = try draft.read(\.count) + 1 }
}

private func updates(_ login: UseDefaults) throws {
    login.update(\.count) { $0 += 1 }
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
    try login.write(1, to: \.count)
}

// MARK: - Generic code

private func generic<Domain: SafeDefaults>(_ domain: Domain, _ path: KeyPath<Domain.Settings, Domain.Setting<Int>>)
    -> Int
{
    domain[path] += 1
    return domain[path]
}

private func callsOfGenericCode(_ login: UseDefaults) {
    let _: Int = generic(login, \.count)
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
        login.update(\.count) { $0 += 1 }
    }
}

@MainActor private final class Model {
    let login = UseDefaults()
    var title: String { "\(login.count)" }

    func tapped() {
        login.count += 1
        Task { login.tint = .dark }
        Task.detached { [login] in login.tint = .light }
    }
}

nonisolated private func tasks(_ login: UseDefaults) async {
    Task { login.count += 1 }
    Task.detached { login.count += 1 }
    await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 { group.addTask { login.update(\.count) { $0 += 1 } } }
    }
    await Background().work()
}

nonisolated private func threads(_ login: UseDefaults) {
    DispatchQueue.concurrentPerform(iterations: 4) { _ in login.update(\.count) { $0 += 1 } }
    let work: @Sendable () -> Int = { login.count }
    _ = work()
}
