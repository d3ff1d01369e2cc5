import Foundation
import SafeDefaults

extension PropertyListValue {
    /// A random value that every store can hold.
    static func random(_ source: inout RandomSource, depth: Int = 0) -> PropertyListValue {
        switch Int.random(in: 0..<(depth < 4 ? 10 : 7), using: &source) {
        case 0: return .boolean(.random(&source))
        case 1: return .integer(.random(&source))
        case 2: return .unsignedInteger(.random(&source))
        case 3:
            let real = Double.random(&source)
            return .real(real.isNaN && !source.isLossless ? .nan : real)
        case 4: return .string(.random(&source))
        case 5: return .data(.random(&source))
        case 6: return .date(.random(&source))
        case 7: return .array(source.some(0...5) { random(&$0, depth: depth + 1) })
        case 8:
            let entries = source.some(0...4) { (String.random(&$0), random(&$0, depth: depth + 1)) }
            return .dictionary(Dictionary(entries, uniquingKeysWith: { $1 }))
        default:
            // Dictionaries that look like escapes of the JSON form.
            let name = source.pick([
                "$date", "$data", "$real", "$string", "$null", "$dictionary", "$$date", "$$$real", "$other", "$",
                "$nil",
            ])
            return .dictionary([name: Bool.random(using: &source) ? "x" : random(&source, depth: depth + 1)])
        }
    }

    /// Whether a string with a null character is anywhere in this value.
    var hasNullCharacter: Bool {
        switch self {
        case .string(let string): string.utf8.contains(0)
        case .array(let values): values.contains(where: \.hasNullCharacter)
        case .dictionary(let values): values.contains { $0.key.utf8.contains(0) || $0.value.hasNullCharacter }
        default: false
        }
    }
}
