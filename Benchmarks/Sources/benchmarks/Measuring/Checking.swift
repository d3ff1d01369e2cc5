import Foundation

/// Ends the program if a measured call gave a wrong value.
///
/// - Parameters:
///   - holds: Whether the value is the expected one.
///   - line: The call's line.
///   - file: The call's file.
@inline(__always) func expect(_ holds: Bool, line: UInt = #line, file: StaticString = #fileID) {
    if !holds { fail("a wrong value was read at \(file):\(line)") }
}

/// Prints a sentence to standard error and ends the program with status 1.
///
/// - Parameter sentence: What is wrong.
@inline(never) func fail(_ sentence: String) -> Never {
    FileHandle.standardError.write(Data("benchmarks: \(sentence)\n".utf8))
    exit(1)
}

/// Keeps the optimiser from dropping a call.
///
/// - Parameter value: What the call gave.
@inline(never) func use<Value>(_ value: Value) {}
