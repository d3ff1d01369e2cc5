// Uses what is newer than every floor: each line has to be refused there, and accepted for today's systems.

// swift-format-ignore-file

import Darwin
import Foundation

func newer(_ bytes: [UInt8]) {
    _ = String(validating: bytes, as: UTF8.self)  // The standard library: macOS 15.
    _ = [1, 2].span  // A property that is compiled into its caller: macOS 26.
    _ = fdclosedir(nil)  // The C library: macOS 26.4.
    _ = Calendar.Identifier.bangla  // FoundationEssentials: macOS 26.
}
