// The few declarations of Apple's `Security` that the library uses, with Apple's signatures, and the class that Core
// Foundation has for a string. Nothing here is ever run.

// swift-format-ignore-file

public final class CFString: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) {}
}

public final class CFAllocator {}

public final class CFError {}

public final class SecTask {}

public func SecTaskCreateFromSelf(_ allocator: CFAllocator?) -> SecTask? { nil }

public func SecTaskCopyValueForEntitlement(
    _ task: SecTask, _ entitlement: CFString, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> AnyObject? { nil }
