public import Foundation

/// A name in a store's file.
///
/// Two names are equal only if their bytes are equal.
///
/// Swift considers two strings equal even if an accented letter has another Unicode form in each. A property list may
/// contain both forms as separate names, and neither may replace the other.
///
/// NB: it is inlined into the module of files, which looks one up in each read. In the module below this one, its `==`
/// would be called in each look-up instead, and a read would take 117 more instructions.
@frozen @usableFromInline
package struct StoredName: Hashable, Sendable {
    @usableFromInline package let text: String

    @inlinable package init(_ text: String) { self.text = text }

    @inlinable package static func == (left: StoredName, right: StoredName) -> Bool {
        let (left, right) = (left.text.utf8, right.text.utf8)
        guard left.count == right.count else { return false }
        return left.withContiguousStorageIfAvailable { left in
            right.withContiguousStorageIfAvailable { right in
                guard let first = left.baseAddress, let second = right.baseAddress else { return true }
                return memcmp(first, second, left.count) == 0
            }
        }.flatMap(\.self) ?? left.elementsEqual(right)
    }

    @inlinable package func hash(into hasher: inout Hasher) {
        let utf8 = text.utf8
        let isHashed: Void? = utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if isHashed == nil { Array(utf8).withUnsafeBytes { hasher.combine(bytes: $0) } }
    }
}
