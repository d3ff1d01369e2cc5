#if canImport(Darwin)
import Foundation

/// Returns the name of a class in an archive.
///
/// On Apple systems every class has one; the twin for Linux returns `nil` for some.
func archivedClassName(_ type: AnyClass) -> String? { NSStringFromClass(type) }

extension KeyedArchive {
    /// Returns the object in an archive, which may contain objects of the given classes only.
    static func object(in data: Data, classes: [AnyClass]) throws -> Any? {
        try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
    }
}
#endif
