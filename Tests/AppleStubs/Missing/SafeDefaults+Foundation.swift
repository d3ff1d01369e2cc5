// What Apple's Foundation has and Linux's lacks, with Apple's signatures, compiled together with the library when
// Apple's branch is checked.

// swift-format-ignore-file

import Dispatch
import Foundation

extension NSString {
    var abbreviatingWithTildeInPath: String { self as String }
}

extension FileManager {
    func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { nil }
}

// MARK: - Key-value observing

/// Apple's has the method that is overridden to hear of changes; a method of an extension can't be.
class NSObject: Foundation.NSObject {
    func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {}
}

struct NSKeyValueChangeKey: Hashable, Sendable {}

struct NSKeyValueObservingOptions: OptionSet {
    let rawValue: UInt
}

extension UserDefaults {
    func addObserver(
        _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer?
    ) {}
    func willChangeValue(forKey key: String) {}
    func didChangeValue(forKey key: String) {}
}

// MARK: - Queues

/// Apple's Swift has Dispatch's function by this name.
func __dispatch_queue_get_label(_ queue: DispatchQueue?) -> UnsafePointer<CChar> { fatalError() }
