#if canImport(Darwin)
import Foundation
import SafeDefaults
#if !COCOAPODS
import SafeDefaultsFormats
#endif

/// Returns the name that a class has in an archive.
///
/// On Apple systems, every class has one. The function for Linux returns `nil` for some classes.
func archivedClassName(_ type: AnyClass) -> String? { NSStringFromClass(type) }

extension KeyedArchive {
    /// Returns the object in an archive, which may contain only objects of the given classes.
    static func object(in data: Data, classes: [AnyClass]) throws -> Any? {
        try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
    }
}
#endif
