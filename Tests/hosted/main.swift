// Shows views in a window of a Mac, writes the setting that they show in several ways, and prints how often each body
// ran:
//
//     swift run --package-path Tests/hosted
//
// README.md says what each line would change. It ends with 1 if a view didn't show a value within ten seconds.

import AppKit
import Foundation
import SafeDefaultsUI
import SwiftUI

/// A way to write the value.
struct Write {
    let name: String
    let make: @MainActor (Int) -> Void

    @MainActor static let all = [
        Write(name: "on the main thread") { HostedSettings().count = $0 },
        Write(name: "on another thread") { value in
            DispatchQueue.global().async { HostedSettings().count = value }
        },
        Write(name: "by UserDefaults") { UserDefaults(suiteName: HostedSettings.suite)?.set($0, forKey: "count") },
        Write(name: "by UserDefaults on another thread") { value in
            DispatchQueue.global().async {
                UserDefaults(suiteName: HostedSettings.suite)?.set(value, forKey: "count")
            }
        },
        Write(name: "by another process") { startWriter(of: $0) },
        Write(name: "of an equal value") { _ in HostedSettings().count = HostedSettings().count },
    ]
}

/// Starts this program once more, to write a value.
@MainActor func startWriter(of value: Int) {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["write", "\(value)"]
    do { try process.run() } catch { print("the other process can't be started: \(error)") }
}

/// Waits until a condition holds, for ten seconds at most; returns whether it does.
@MainActor func waits(_ holds: () -> Bool) async throws -> Bool {
    for _ in 0..<200 where !holds() { try await Task.sleep(nanoseconds: 50_000_000) }
    return holds()
}

/// Makes each write, and prints how often each body ran for it.
@MainActor func run() async throws -> Bool {
    var isRight = try await waits { ViewKind.allCases.allSatisfy { Bodies.shown[$0] == HostedSettings().count } }
    print("first drawing:", ViewKind.allCases.map { "\($0.rawValue) \(Bodies.runs[$0] ?? 0)" }.joined(separator: ", "))
    for (index, write) in Write.all.enumerated() {
        let before = Bodies.runs
        let isEqual = write.name == "of an equal value"
        let value = isEqual ? HostedSettings().count : 100 + index
        write.make(value)
        let isShown = try await waits { ViewKind.allCases.allSatisfy { Bodies.shown[$0] == value } }
        // A body that runs once more than needed does so soon.
        try await Task.sleep(nanoseconds: 500_000_000)
        let runs = ViewKind.allCases.map { form in
            let count = (Bodies.runs[form] ?? 0) - (before[form] ?? 0)
            return "\(form.rawValue) \(count)\(Bodies.shown[form] == value ? "" : " (STALE)")"
        }
        print("a write \(write.name) [\(isEqual ? 0 : 1) each]:", runs.joined(separator: ", "))
        isRight = isRight && isShown
    }
    return isRight
}

let words = CommandLine.arguments
if words.count == 3, words[1] == "write", let value = Int(words[2]) {
    UserDefaults(suiteName: HostedSettings.suite)?.set(value, forKey: "count")
    exit(0)
}

UserDefaults.standard.removePersistentDomain(forName: HostedSettings.suite)
let application = NSApplication.shared
_ = application.setActivationPolicy(.accessory)
let window = NSWindow(
    contentRect: NSRect(x: 0, y: 0, width: 400, height: 300), styleMask: .titled, backing: .buffered, defer: false)
window.contentView = NSHostingView(rootView: AllViews())
window.orderFrontRegardless()
Task { @MainActor in
    var isRight = false
    do { isRight = try await run() } catch { print("ended early: \(error)") }
    UserDefaults.standard.removePersistentDomain(forName: HostedSettings.suite)
    exit(isRight ? 0 : 1)
}
application.run()
