import Foundation

// The bodies of requests to etcd's JSON gateway, and of its answers. Bytes are Base64, 64-bit integers are strings, and
// zero, false and empty are absent from answers.

// MARK: - Requests

struct RangeRequest: Encodable, Sendable {
    let key: Data
    var rangeEnd: Data?
    var limit: String?
    var revision: String?
    var minModRevision: String?
    var sortOrder: String?
    var sortTarget: String?
    var keysOnly: Bool?
    var countOnly: Bool?
}

struct TransactionRequest: Encodable, Sendable {
    struct Comparison: Encodable, Sendable {
        let key: Data
        let modRevision: String
        let target = "MOD"
        let result = "EQUAL"

        private enum CodingKeys: CodingKey { case key, modRevision, target, result }
    }

    struct Put: Encodable, Sendable {
        let key: Data
        let value: Data
        var lease: String?
    }

    struct Removal: Encodable, Sendable { let key: Data }

    struct Operation: Encodable, Sendable {
        var requestPut: Put?
        var requestDeleteRange: Removal?
        var requestRange: RangeRequest?
    }

    var compare: [Comparison] = []
    var success: [Operation] = []
    var failure: [Operation] = []
}

struct WatchRequest: Encodable, Sendable {
    struct Creation: Encodable, Sendable {
        let key: Data
        let rangeEnd: Data
        let startRevision: String
        let progressNotify = true

        private enum CodingKeys: CodingKey { case key, rangeEnd, startRevision, progressNotify }
    }

    let createRequest: Creation
}

struct Credentials: Encodable, Sendable {
    let name: String
    let password: String
}

// MARK: - Answers

/// A 64-bit integer, which is a string or a number.
struct GatewayInteger: Decodable, Sendable {
    let value: Int64

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let digits = try? container.decode(String.self) {
            guard let value = Int64(digits) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "It is no 64-bit integer.")
            }
            self.value = value
        } else {
            value = try container.decode(Int64.self)
        }
    }
}

/// A revision of the cluster.
///
/// The largest integers are refused, because no real cluster reaches them.
struct GatewayRevision: Decodable, Sendable {
    static let possible = 0..<Int64.max / 2

    let value: Int64

    init(from decoder: any Decoder) throws {
        value = try GatewayInteger(from: decoder).value
        guard Self.possible.contains(value) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "It is no revision."))
        }
    }
}

struct AnswerHeader: Decodable, Sendable {
    /// The number of the cluster, which has all 64 bits.
    let clusterId: String?
    let revision: GatewayRevision?
}

struct KeyValue: Decodable, Sendable {
    let key: Data?
    let value: Data?
    let modRevision: GatewayRevision?

    var bytes: Data { key ?? Data() }
    var revision: Int64 { modRevision?.value ?? 0 }
}

struct RangeAnswer: Decodable, Sendable {
    let header: AnswerHeader?
    let kvs: [KeyValue]?
    let more: Bool?
    let count: GatewayInteger?
}

struct TransactionAnswer: Decodable, Sendable {
    struct Response: Decodable, Sendable { let responseRange: RangeAnswer? }

    let header: AnswerHeader?
    let succeeded: Bool?
    let responses: [Response]?
}

/// One line of the answer to a watch, which never ends by itself.
struct WatchAnswer: Decodable, Sendable {
    struct Event: Decodable, Sendable {
        let type: String?
        let kv: KeyValue?
    }

    struct Content: Decodable, Sendable {
        let header: AnswerHeader?
        let created: Bool?
        let canceled: Bool?
        let cancelReason: String?
        let compactRevision: GatewayRevision?
        let events: [Event]?
    }

    let result: Content?
    let error: ErrorAnswer?
}

struct LeaseAnswer: Decodable, Sendable {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    let ID: GatewayInteger?
}

struct TokenAnswer: Decodable, Sendable { let token: String? }

struct VersionAnswer: Decodable, Sendable { let etcdserver: String? }

/// An error, which has a code if it is etcd's.
struct ErrorAnswer: Decodable, Sendable {
    let code: GatewayInteger?
    let message: String?
}

/// Converts messages to JSON and back.
enum GatewayCoding {
    static func data(_ message: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return try encoder.encode(message)
    }

    /// Returns a message; nil if the bytes are no such message.
    ///
    /// They may be anything: a decoder refuses what is malformed, or nested too deeply.
    static func message<Message: Decodable>(_ type: Message.Type = Message.self, from data: Data) -> Message? {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        do { return try decoder.decode(type, from: data) } catch { return nil }
    }
}
