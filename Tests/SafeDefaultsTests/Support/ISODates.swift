import Foundation
import SafeDefaults
import SafeDefaultsMigrations

// JSON by coders of a program's own, which write dates as ISO 8601.

extension DefaultsCodec where Value: Codable & SendableMetatype {
    static var jsonWithISODates: DefaultsCodec { .json(encoder: isoEncoder, decoder: isoDecoder) }
    static var jsonDataWithISODates: DefaultsCodec { .jsonData(encoder: isoEncoder, decoder: isoDecoder) }
}

@Sendable private func isoEncoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = .sortedKeys
    return encoder
}

@Sendable private func isoDecoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
}
