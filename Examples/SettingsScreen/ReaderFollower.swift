// The same settings where nothing is drawn, followed by what the Observation framework has for all that it tracks. No
// closure or sequence of this library is needed then. It takes Xcode 27; up to `SizeLog`, Xcode 26.

import Observation
import SafeDefaults
import SwiftUI

/// Prints the size and then each new one, until its task is cancelled.
@available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
func printSizes(of settings: ReaderSettings) async {
    for await size in Observations({ settings.fontSize }) { print("The size is \(size).") }
}

/// Prints the size and then each new one, on the main actor, for as long as it exists.
@available(iOS 27, macOS 27, tvOS 27, watchOS 27, visionOS 27, *)
@MainActor final class SizeLog {
    private let token: ObservationTracking.Token

    init(_ settings: ReaderSettings) {
        token = withContinuousObservation(options: .didSet) { _ in
            print("The size is \(settings.fontSize).")
        }
    }
}
