import Dispatch

/// One way of doing what a row measures.
struct Contestant {
    let name: String

    /// Makes so many calls, the first of which has the given number, and returns the nanoseconds of them all.
    let slice: (_ calls: Int, _ first: Int) -> Double

    /// Describes a contestant by one call.
    ///
    /// - Parameters:
    ///   - name: The column of the table.
    ///   - call: One call, given its number.
    init(_ name: String, _ call: @escaping (Int) -> Void) {
        self.init(name: name) { calls, first in
            let start = DispatchTime.now().uptimeNanoseconds
            for number in first..<first + calls { call(number) }
            return Double(DispatchTime.now().uptimeNanoseconds - start)
        }
    }

    /// Describes a contestant that takes the time itself.
    ///
    /// - Parameters:
    ///   - name: The column of the table.
    ///   - slice: Makes the calls and returns the nanoseconds they took.
    init(name: String, slice: @escaping (_ calls: Int, _ first: Int) -> Double) {
        self.name = name
        self.slice = slice
    }
}
