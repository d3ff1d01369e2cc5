#if !canImport(Darwin)
import Foundation
import SafeDefaults
#if !COCOAPODS
import SafeDefaultsFormats
#endif

/// Returns the name that a class has in an archive, or `nil` if it can't have one.
///
/// NB: `NSStringFromClass` terminates the process if the class isn't at the top level of its module.
func archivedClassName(_ type: AnyClass) -> String? {
    let name = String(reflecting: type)
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, !name.contains(" "), !name.contains("<") else { return nil }
    return NSStringFromClass(type)
}

extension KeyedArchive {
    /// Returns the object in an archive whose classes have already been checked.
    ///
    /// NB: on Linux, if `requiresSecureCoding` is set, an object of an unexpected class terminates the process. Without
    /// it, a class that tries to decode an object of another class gets nil. This is safe, because the archive contains
    /// only allowed classes.
    static func object(in data: Data, classes: [AnyClass]) throws -> Any? {
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
        unarchiver.requiresSecureCoding = false
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        let dictionaries = CheckedDictionary.Replacement(in: unarchiver)
        let object = withExtendedLifetime(dictionaries) {
            unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
        }
        unarchiver.finishDecoding()
        if let error = unarchiver.error { throw error }
        return object
    }
}

/// Replaces Foundation's dictionaries while an archive is read, to read their objects before Foundation does.
///
/// NB: if the `init(coder:)` of an object fails, the unarchiver stops reading at once. A dictionary that is being read
/// at that moment then has more keys than objects, and Foundation reads past the end of the objects.
final class CheckedDictionary: NSObject, NSCoding {
    fileprivate let content: NSDictionary

    init?(coder: NSCoder) {
        // Creating the array reads the objects. The dictionary then gets the same objects.
        guard NSArray(coder: coder) != nil, coder.error == nil, let content = NSMutableDictionary(coder: coder) else {
            return nil
        }
        self.content = content
    }

    func encode(with coder: NSCoder) {}

    /// The unarchiver's delegate, which replaces each `CheckedDictionary` with the dictionary that it has read.
    final class Replacement: NSObject, NSKeyedUnarchiverDelegate {
        /// Becomes the delegate of an unarchiver.
        ///
        /// The unarchiver doesn't retain its delegate.
        init(in unarchiver: NSKeyedUnarchiver) {
            super.init()
            for name in ["NSDictionary", "NSMutableDictionary"] {
                unarchiver.setClass(CheckedDictionary.self, forClassName: name)
            }
            unarchiver.delegate = self
        }

        func unarchiver(_ unarchiver: NSKeyedUnarchiver, didDecode object: Any?) -> Any? {
            // If this returns nil, the unarchiver keeps the object.
            (object as? CheckedDictionary)?.content
        }

        func unarchiver(
            _ unarchiver: NSKeyedUnarchiver, cannotDecodeObjectOfClassName name: String, originalClasses: [String]
        ) -> AnyClass? { nil }

        func unarchiver(_ unarchiver: NSKeyedUnarchiver, willReplace object: Any, with newObject: Any) {}
        func unarchiverWillFinish(_ unarchiver: NSKeyedUnarchiver) {}
        func unarchiverDidFinish(_ unarchiver: NSKeyedUnarchiver) {}
    }
}
#endif
