#if !canImport(Darwin)
import Foundation

/// Stands in an archive for Foundation's dictionaries, and reads the objects in one before Foundation does.
///
/// NB: an object whose `init(coder:)` fails, or asks for what isn't there, ends all reading at once; a dictionary that was
/// just being read then has more keys than objects, and Foundation reads past the end of the objects.
final class CheckedDictionary: NSObject, NSCoding {
    fileprivate let content: NSDictionary

    init?(coder: NSCoder) {
        // The array reads the objects, which are the same that the dictionary then gets.
        guard NSArray(coder: coder) != nil, coder.error == nil, let content = NSMutableDictionary(coder: coder) else {
            return nil
        }
        self.content = content
    }

    func encode(with coder: NSCoder) {}

    /// Puts the dictionaries that were read into the places of what stood for them.
    final class Replacement: NSObject, NSKeyedUnarchiverDelegate {
        /// Lets an unarchiver, which doesn't keep its delegate, read dictionaries in this way.
        init(in unarchiver: NSKeyedUnarchiver) {
            super.init()
            for name in ["NSDictionary", "NSMutableDictionary"] {
                unarchiver.setClass(CheckedDictionary.self, forClassName: name)
            }
            unarchiver.delegate = self
        }

        func unarchiver(_ unarchiver: NSKeyedUnarchiver, didDecode object: Any?) -> Any? {
            // For nil the object stays what it is.
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
