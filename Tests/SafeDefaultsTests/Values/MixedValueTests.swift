import Foundation
import SafeDefaults
import Testing

/// A type that finds out what is stored by trying one type after another reads each value as what it was.
@Suite struct MixedValueTests {
    /// What many projects have in such a form, to store values of mixed types.
    enum Anything: Codable, Equatable {
        case truth(Bool), whole(Int), number(Double), exact(Decimal), date(Date), text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(Bool.self) {
                self = .truth(value)
            } else if let value = try? container.decode(Int.self) {
                self = .whole(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let value = try? container.decode(Decimal.self) {
                self = .exact(value)
            } else if let value = try? container.decode(Date.self) {
                self = .date(value)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .truth(let value): try container.encode(value)
            case .whole(let value): try container.encode(value)
            case .number(let value): try container.encode(value)
            case .exact(let value): try container.encode(value)
            case .date(let value): try container.encode(value)
            case .text(let value): try container.encode(value)
            }
        }
    }

    struct Domain: SafeDefaults {
        enum Keys: String, DefaultsKey { case mixed, list }
        struct Settings {
            let mixed = Setting<Anything?>(.mixed)
            let list = Setting(.list, default: [Anything]())
        }
        static let settings = Settings()
        var store: DefaultsStore
    }

    static let values: [Anything] =
        ["yes", "no", "1", "0", "12", "1.5", "nan", "2026-11-21T05:37:21Z", ""].map { .text($0) }
        + [
            .truth(true), .truth(false), .whole(1), .whole(0), .whole(12), .number(1.5), .number(2), .exact(0.1),
            .date(Date()),
        ]

    @Test(arguments: values) func aValueIsReadAsWhatItWas(value: Anything) throws {
        let domain = Domain(store: .inMemory())
        domain.mixed = value
        #expect(domain.mixed == value)
        domain.list = [value, .text("word")]
        #expect(domain.list == [value, .text("word")])
    }
}
