import Foundation

// What Apple's Foundation has and Linux's lacks, compiled together with the library when Apple's branch is checked.

extension NSString {
    var abbreviatingWithTildeInPath: String { self as String }
}
