#if canImport(Darwin)
import Foundation
#if os(macOS)
import Security
#endif

extension PlatformRules {
    /// The rules of this system.
    ///
    /// NB: the limits are in the system's messages "Attempting to store >= 4194304 bytes of data in
    /// CFPreferences/NSUserDefaults on this platform is invalid", and the same with 1048576. The reference of
    /// `sizeLimitExceededNotification` says that tvOS ends the app. github.com/RevenueCat/purchases-ios/issues/5912
    /// shows that watchOS does.
    static let system: PlatformRules = {
        #if os(macOS)
        PlatformRules(
            largestDomain: .init(byteCount: 4 << 20, endsProcess: false), lacksGroup: isNotNamedBySignature,
            availability: .available)
        #elseif targetEnvironment(macCatalyst)
        PlatformRules(largestDomain: .init(byteCount: 4 << 20, endsProcess: false), availability: .available)
        #elseif os(tvOS)
        PlatformRules(
            largestDomain: .init(byteCount: 1 << 20, endsProcess: true), lacksGroup: hasNoContainer, runsTools: false)
        #elseif os(watchOS)
        PlatformRules(
            largestDomain: .init(byteCount: 1 << 20, endsProcess: true), markFile: protectedFile,
            lacksGroup: hasNoContainer, runsTools: false)
        #else
        PlatformRules(
            largestDomain: .init(byteCount: 4 << 20, endsProcess: false), markFile: protectedFile,
            lacksGroup: hasNoContainer, runsTools: false)
        #endif
    }()

    #if os(macOS)
    /// Returns whether the system keeps a group's values in memory only, because the program's signature doesn't name
    /// the group.
    ///
    /// NB: macOS 27 does that, without an error; see github.com/Ji4n1ng/OpenInTerminal/pull/270. On earlier systems
    /// such a program keeps its values.
    private static func isNotNamedBySignature(_ group: String) -> Bool {
        guard #available(macOS 27, *), let task = SecTaskCreateFromSelf(nil) else { return false }
        let groups = SecTaskCopyValueForEntitlement(task, "com.apple.security.application-groups" as CFString, nil)
        return (groups as? [String])?.contains(group) != true
    }
    #elseif !targetEnvironment(macCatalyst)
    /// Returns whether the system gives the program no container of a group.
    ///
    /// NB: Apple's reference of the function says that it is nil on iOS for a group that isn't the program's, and that
    /// macOS always returns a URL. github.com/wultra/powerauth-mobile-sdk/issues/479 shows nil in a simulator.
    private static func hasNoContainer(of group: String) -> Bool {
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) == nil
    }
    #endif

    #if !os(macOS) && !os(tvOS)
    /// Returns a file that can't be read until the device is first unlocked, as those of the settings.
    private static func protectedFile(of domain: String) -> MarkFile? {
        SettingsDirectory.url.map { directory in
            MarkFile(
                at: directory.appendingPathComponent("SafeDefaults/\(domain)"),
                options: [.atomic, .completeFileProtectionUntilFirstUserAuthentication])
        }
    }
    #endif
}
#endif
