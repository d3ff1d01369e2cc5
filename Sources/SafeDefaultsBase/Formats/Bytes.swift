package import Foundation

extension UInt8 {
    /// Whether this is an ASCII digit.
    @inlinable package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

    /// Whether this is an ASCII letter.
    @inlinable package var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    /// Whether this is ASCII white space.
    @inlinable package var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

    /// The value of a hexadecimal digit, or `nil` if this isn't one.
    @inlinable package var hexadecimalDigit: UInt64? {
        if isDigit { return UInt64(self - UInt8(ascii: "0")) }
        let place = (self | 0x20) &- UInt8(ascii: "a")
        return place < 6 ? UInt64(place) + 10 : nil
    }
}

extension String {
    // NB: the standard library's validating initialisers exist only on newer systems. They are inlinable, because
    // the general form takes five times as long, which another module would call otherwise.

    /// Creates a string from UTF-8, or returns `nil` if the bytes aren't valid UTF-8.
    @inlinable
    package init?(soundUTF8 bytes: some Collection<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        guard utf8.elementsEqual(bytes) else { return nil }
    }

    /// Creates a string from UTF-16, or returns `nil` if the units contain an unpaired surrogate.
    @inlinable
    package init?(soundUTF16 units: some Collection<UInt16>) {
        self.init(decoding: units, as: UTF16.self)
        guard utf16.elementsEqual(units) else { return nil }
    }

    /// Whether this string has the same bytes in UTF-8 as another one.
    ///
    /// Strings that are equal in Swift may have different bytes, such as two forms of an accented letter.
    @inline(never)
    package func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Whether a closure is true of every byte in UTF-8.
    @inline(never)
    package func hasOnlyBytes(_ isIncluded: (UInt8) -> Bool) -> Bool { utf8.allSatisfy(isIncluded) }
}

// NB: these are compiled once for all types, and not for each one, which would take 1 to 2 KB each time. They are
// slower, so they are for code that rarely runs. The core's `Dictionary+Names.swift` explains the attribute.

extension Sequence<UInt8> {
    /// Whether these bytes begin with those of a string.
    @_semantics("optimize.sil.specialize.generic.never")
    package func begin(with start: String) -> Bool { starts(with: start.utf8) }
}

extension FixedWidthInteger {
    /// Reads a number, as `init(_:radix:)` does, whose code is five times as long.
    @_semantics("optimize.sil.specialize.generic.never")
    package init?(digits: Substring, radix: UInt64 = 10) {
        var rest = digits.utf8
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        if rest.isEmpty { return nil }
        self = 0
        for byte in rest {
            guard let digit = byte.hexadecimalDigit, digit < radix else { return nil }
            let (product, isTooLong) = multipliedReportingOverflow(by: Self(radix))
            let (sum, isTooLarge) =
                isNegative
                ? product.subtractingReportingOverflow(Self(digit)) : product.addingReportingOverflow(Self(digit))
            if isTooLong || isTooLarge { return nil }
            self = sum
        }
    }
}

extension Sequence {
    /// Returns the elements in an order, as `sorted(by:)` does.
    @_semantics("optimize.sil.specialize.generic.never")
    package func sortedBySharedCode(_ precedes: (Element, Element) -> Bool) -> [Element] { sorted(by: precedes) }
}

extension String {
    /// The names in this path, without the slashes between them.
    @inline(never)
    package var pathNames: [Substring] { utf8.split(separator: UInt8(ascii: "/")).map(Substring.init) }

    /// This path without its last name.
    ///
    /// NB: `URL` adds a `..` to one, in place of removing it.
    package var parentPath: String { "/" + pathNames.dropLast().joined(separator: "/") }
}

extension Data {
    /// Whether this data starts like a binary property list.
    ///
    /// A keyed archive does so too.
    package var isBinaryList: Bool { begin(with: "bplist") }
}

/// The maximum number of levels of nested collections that are read and written.
///
/// Code that walks a tree, or deallocates it, needs stack for every level, so deeper collections are refused. In a
/// debug build, a level was measured to take up to 4 KB. Collections with this many levels fit the 512 KB of stack that
/// a secondary thread has on Apple systems.
package let deepestPropertyList = 128

extension String {
    /// The first 120 Unicode scalars of this string, with control characters escaped.
    ///
    /// Because of this limit, a hostile name can't flood a log.
    package var abbreviated: String {
        var (result, count) = ("", 0)
        for scalar in unicodeScalars {
            count += 1
            if count > 120 { return result + "…" }
            result += scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
        }
        return result
    }
}
