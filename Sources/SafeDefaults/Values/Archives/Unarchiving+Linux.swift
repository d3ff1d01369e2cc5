#if !canImport(Darwin)
import Foundation

/// The name that an archive has for a class; nil for a class that none can name.
///
/// NB: `NSStringFromClass` ends the process for a class that isn't at the top level of its module.
func archivedClassName(_ type: AnyClass) -> String? {
    let name = String(reflecting: type)
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, !name.contains(" "), !name.contains("<") else { return nil }
    return NSStringFromClass(type)
}

extension KeyedArchive {
    /// The object that an archive holds, once its classes have been checked.
    ///
    /// NB: with `requiresSecureCoding`, an object of an unexpected class ends the process here. The check before has let
    /// through no class that isn't in the list, and without that flag a class that asks for another gets nil.
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
#endif
