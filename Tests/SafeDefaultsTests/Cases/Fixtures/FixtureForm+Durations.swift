import SafeDefaultsMigrations

@testable import SafeDefaults

/// The durations among the fixtures of libraries; none where the system is older than the type.
extension FixtureForm {
    static var durationsOfAgUserDefaults: [FixtureForm] {
        guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return [] }
        return [
            .foreign("Duration", Duration.milliseconds(1500)),
            .said("Duration", .jsonData, Duration.milliseconds(1500)),
        ]
    }

    static var durationsOfDefaults: [FixtureForm] {
        guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return [] }
        return [.said("Duration", .json, Duration.milliseconds(1500))]
    }

    static var durationsOfAppStorage: [FixtureForm] {
        guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return [] }
        return [.plain("Duration as Double", Duration.milliseconds(1500), goesBack: false)]
    }

    static var durationsOfTsud: [FixtureForm] {
        guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return [] }
        return [
            .foreign("Duration", Duration.milliseconds(1500)),
            .said("Duration", .foundationTree, Duration.milliseconds(1500)),
        ]
    }
}
