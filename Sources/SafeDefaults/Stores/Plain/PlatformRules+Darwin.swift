#if canImport(Darwin)
import Foundation

extension PlatformRules {
    /// The rules of this system.
    ///
    /// NB: the limits are in the system's messages "Attempting to store >= 4194304 bytes of data in
    /// CFPreferences/NSUserDefaults on this platform is invalid", and the same with 1048576. The reference of
    /// `sizeLimitExceededNotification` says that tvOS ends the app. github.com/RevenueCat/purchases-ios/issues/5912
    /// shows that watchOS does.
    static let system: PlatformRules = {
        #if os(macOS) || targetEnvironment(macCatalyst)
        PlatformRules(largestDomain: .init(byteCount: 4 << 20, endsProcess: false), availability: .available)
        #elseif os(tvOS)
        PlatformRules(largestDomain: .init(byteCount: 1 << 20, endsProcess: true), runsTools: false)
        #elseif os(watchOS)
        PlatformRules(
            largestDomain: .init(byteCount: 1 << 20, endsProcess: true), markFile: protectedFile, runsTools: false)
        #else
        PlatformRules(
            largestDomain: .init(byteCount: 4 << 20, endsProcess: false), markFile: protectedFile, runsTools: false)
        #endif
    }()

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
