import Foundation
import SafeDefaults

// An XML property list has dates with whole seconds, and a single NaN. So that nothing is lost, the library writes what
// is missing as an attribute, which other readers ignore: `<date seconds="0.5">2001-01-01T00:00:00Z</date>`.

extension PropertyListValue {
    /// The attribute that the element of this value needs, with a space before it, or an empty string.
    var exactAttribute: String {
        switch self {
        case .date(let date):
            let seconds = date.timeIntervalSinceReferenceDate
            let isPlain = seconds.rounded(.down) == seconds && seconds.bitPattern != (-0.0).bitPattern
            return isPlain ? "" : " seconds=\"\(seconds)\""
        case .real(let value) where value.isNaN && value.bitPattern != Double.nan.bitPattern:
            return " bits=\"\(String(value.bitPattern, radix: 16))\""
        default: return ""
        }
    }

    /// Returns the value of an element whose text represents this value, and whose attribute may represent it exactly.
    ///
    /// An attribute that contradicts the text is ignored, because somebody has edited the text.
    func exact(attributes: some Collection<UInt8>) -> PropertyListValue {
        switch self {
        case .date(let date):
            guard let text = Self.attribute("seconds", in: attributes), let seconds = Double(text),
                seconds.rounded(.down) == date.timeIntervalSinceReferenceDate
            else { return self }
            return .date(Date(timeIntervalSinceReferenceDate: seconds))
        case .real(let value) where value.isNaN:
            guard let text = Self.attribute("bits", in: attributes), let bits = UInt64(text, radix: 16),
                Double(bitPattern: bits).isNaN
            else { return self }
            return .real(Double(bitPattern: bits))
        default: return self
        }
    }

    private static func attribute(_ name: String, in attributes: some Collection<UInt8>) -> String? {
        let start = Array(" \(name)=\"".utf8)
        guard attributes.count <= 64, attributes.starts(with: start) else { return nil }
        return String(decoding: attributes.dropFirst(start.count).prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }
}
