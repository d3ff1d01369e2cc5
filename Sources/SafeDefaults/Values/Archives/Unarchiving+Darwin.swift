#if canImport(Darwin)
import Foundation

/// The name that an archive has for a class.
///
/// Here every class has one; the twin for Linux knows some that don't.
func archivedClassName(_ type: AnyClass) -> String? { NSStringFromClass(type) }

extension KeyedArchive {
    /// The object that an archive holds, of the classes alone.
    static func object(in data: Data, classes: [AnyClass]) throws -> Any? {
        try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
    }
}
#endif
