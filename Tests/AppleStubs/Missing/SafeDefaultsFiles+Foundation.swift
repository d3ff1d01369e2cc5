// What Apple's Foundation and Dispatch have, Linux's lack, and file stores use.

// swift-format-ignore-file

import Dispatch
import Foundation

// MARK: - Activities

extension ProcessInfo {
    func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {}
}

// MARK: - Files that are watched

/// On Linux Dispatch has the events alone.
protocol DispatchSourceFileSystemObject: DispatchSourceProtocol, Sendable {}

extension DispatchSource {
    class func makeFileSystemObjectSource(
        fileDescriptor: Int32, eventMask: FileSystemEvent, queue: DispatchQueue? = nil
    ) -> any DispatchSourceFileSystemObject { fatalError() }
}
