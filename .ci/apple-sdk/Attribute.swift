// Uses the attribute `@State`, which has to be refused where it is a macro: see .ci/apple.

// swift-format-ignore-file

import SwiftUI

struct Attribute: DynamicProperty {
    @State private var count = 0
}
