import SafeDefaultsMigrations

@testable import SafeDefaults

extension FixtureForm {
    /// The durations among a library's entries; none where the system is older than the type.
    static func durations(of library: Library) -> [FixtureForm] {
        guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return [] }
        let duration = Duration.milliseconds(1500)
        return switch library {
        case .agUserDefaults: inData("Duration", duration)
        case .defaults: [.said("Duration", .json, duration)]
        case .appStorage: [.plain("Duration as Double", duration, goesBack: false)]
        case .tsud: [.foreign("Duration", duration), .said("Duration", .foundationTree, duration)]
        default: []
        }
    }
}
