import Foundation
import SafeDefaults
import Testing

@testable import TestSupport

/// A row of an app's table: what the app stored under a name, and what its declaration reads.
struct AppRow<Domain: SafeDefaults> {
    private let planted: Any
    /// What a write of the value that was read leaves; nil for a value that can't be read.
    private let rewritten: Any?
    let name: String
    private let isRead: (Domain) -> Bool
    private let change: (Domain) -> Void

    /// Creates a row of a value that is read, and that differs from the default.
    init<Value: Equatable>(
        _ name: String, _ planted: Any, _ path: KeyPath<Domain.Settings, DomainSetting<Domain, Value>>, _ value: Value,
        rewritten: Any? = nil
    ) {
        (self.name, self.planted, self.rewritten) = (name, planted, rewritten ?? planted)
        (isRead, change) = ({ $0[path] == value }, { $0[path] = value })
    }

    /// Creates a row of a value that can't be read, for which a read gives the default.
    init<Value: Equatable>(
        _ name: String, unreadable planted: Any, _ path: KeyPath<Domain.Settings, DomainSetting<Domain, Value>>,
        _ value: Value
    ) {
        (self.name, self.planted, rewritten) = (name, planted, nil)
        (isRead, change) = ({ $0[path] == value }, { $0.update(path) { $0 = value } })
    }

    /// Plants the value, reads it, writes it back and expects the form that the app reads.
    func check(in domain: Domain) throws {
        let old = domain.store.userDefaults
        old.removeObject(forKey: name)
        #expect(isRead(domain) == (rewritten == nil), "\(name), before anything is stored")
        old.set(planted, forKey: name)
        let issues = IssueRecorder.issues {
            #expect(isRead(domain), "\(name)")
            if rewritten == nil { change(domain) }
        }
        #expect(issues.isEmpty == (rewritten != nil), "\(name): \(issues)")
        #expect(try stored(name, in: old) == PropertyListValue(object: planted), "\(name), after a read")
        guard let rewritten else { return }
        change(domain)
        // On Linux, a whole number shows its old form until the save.
        domain.store.flush()
        #expect(try stored(name, in: old) == PropertyListValue(object: rewritten), "\(name), after a write")
    }
}

/// Returns what is stored under a name, for a comparison that tells kinds of numbers apart.
func stored(_ name: String, in defaults: UserDefaults) throws -> PropertyListValue? {
    try defaults.object(forKey: name).map { try PropertyListValue(object: $0) }
}

/// Checks the rows of a domain, then that a list of its names has them all, and that their removal leaves the others.
func check<Domain: SafeDefaults>(_ domain: Domain, _ rows: AppRow<Domain>...) throws {
    let old = domain.store.userDefaults
    old.set("kept", forKey: "another part's name")
    for row in rows { try row.check(in: domain) }
    let names = rows.map(\.name)
    #expect(Set(names).subtracting(domain.storedKeys.map(\.uniqueValue)).isEmpty)
    domain.removeAll()
    for name in names { #expect(old.object(forKey: name) == nil, "\(name), after removeAll") }
    #expect(old.string(forKey: "another part's name") == "kept")
}

/// An element of a list that may be of a newer version of the app: what can't be read is kept as it is.
///
/// It is the type of the page "Store your own types". The library reads a list as a whole, so one element that can't be
/// read makes all of it unreadable.
enum Kept<Element: Codable & Hashable & Sendable>: Codable, Hashable, DefaultsValue {
    case known(Element), unknown(PropertyListValue)

    var known: Element? { if case .known(let element) = self { element } else { nil } }

    init(from decoder: any Decoder) throws {
        let content = try decoder.singleValueContainer()
        do {
            self = .known(try content.decode(Element.self))
        } catch {
            self = .unknown(try content.decode(PropertyListValue.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var content = encoder.singleValueContainer()
        switch self {
        case .known(let element): try content.encode(element)
        case .unknown(let value): try content.encode(value)
        }
    }
}
