import Foundation
import SafeDefaults

/// Values with many levels, stored and read on a thread with a small stack; what overflows it ends the process.
enum DeepValues {
    struct Domain: SafeDefaults {
        enum Keys: String, DefaultsKey { case deep }
        struct Settings { fileprivate let json = Setting<Link?>(.deep, stored: .json) }
        static let settings = Settings()
        let store: DefaultsStore
    }

    /// Says, for a store in memory and a suite, whether the value was `stored` and read back, or `refused`, with the
    /// old value kept.
    static func run(_ shape: String, levels: Int, stackKilobytes: Int) -> [String] {
        // A tree's own deallocation takes stack for every level, whoever wrote it, so it is never freed.
        guard let value = make(shape, levels: levels) else { return ["no such shape: \(shape)"] }
        _ = Unmanaged.passRetained(value)
        return [DefaultsStore.inMemory(), .suite("deep-\(UUID().uuidString)")].map { store in
            onThread(stackKilobytes: stackKilobytes) { outcome(of: value, in: Domain(store: store)) }
        }
    }

    private static func outcome(of value: Deep, in domain: Domain) -> String {
        domain.set("old", forKey: .deep)
        do {
            try value.write(domain)
        } catch {
            let kept = domain.store.userDefaults.object(forKey: "deep") as? String == "old"
            return kept && error.kind == .unstorable ? "refused" : "lost: \(error.kind)"
        }
        do {
            return try value.isRead(domain) ? "stored" : "read as another value"
        } catch {
            return "stored, but unreadable: \(error.reason)"
        }
    }

    private final class Deep: @unchecked Sendable {
        let write: (Domain) throws(DefaultsError) -> Void
        let isRead: (Domain) throws(DefaultsError) -> Bool

        init(
            write: @escaping (Domain) throws(DefaultsError) -> Void,
            isRead: @escaping (Domain) throws(DefaultsError) -> Bool
        ) {
            self.write = write
            self.isRead = isRead
        }
    }

    private static func make(_ shape: String, levels: Int) -> Deep? {
        switch shape {
        case "array":
            let tree = tree(levels) { .array([$0]) }
            return Deep(
                write: { domain throws(DefaultsError) in try domain.write(tree, forKey: .deep) },
                isRead: { domain throws(DefaultsError) in try domain.read(PropertyListValue.self, forKey: .deep) == tree
                })
        case "dictionary":
            let tree = tree(levels) { ["a": $0] }
            return Deep(
                write: { domain throws(DefaultsError) in try domain.write(tree, forKey: .deep) },
                isRead: { domain throws(DefaultsError) in try domain.read(PropertyListValue.self, forKey: .deep) == tree
                })
        case "object":
            nonisolated(unsafe) var object: Any = 1
            for _ in 0..<levels { object = [object] }
            return Deep(
                write: { domain throws(DefaultsError) in try domain.writeObject(object, forKey: .deep) },
                isRead: { domain throws(DefaultsError) in try domain.read(PropertyListValue.self, forKey: .deep) != nil
                })
        case "class": return codable(Link.chain(levels))
        case "json":
            let chain = Link.chain(levels)
            return Deep(
                write: { domain throws(DefaultsError) in try domain.write(chain, to: \.json) },
                isRead: { domain throws(DefaultsError) in try domain.read(\.json) != nil })
        case "enum": return codable(Nested.chain(levels))
        case "single": return codable(Wrapped.chain(levels))
        case "containers": return codable(Containers(levels: levels))
        default: return nil
        }
    }

    private static func codable<Value: Codable & SendableMetatype>(_ value: Value) -> Deep {
        Deep(
            write: { domain throws(DefaultsError) in try domain.write(value, forKey: .deep) },
            isRead: { domain throws(DefaultsError) in try domain.read(Value.self, forKey: .deep) != nil })
    }

    private static func tree(_ levels: Int, _ wrap: (PropertyListValue) -> PropertyListValue) -> PropertyListValue {
        var tree: PropertyListValue = 1
        for _ in 0..<levels { tree = wrap(tree) }
        return tree
    }

    private static func onThread<Result: Sendable>(
        stackKilobytes: Int, _ body: @escaping @Sendable () -> Result
    ) -> Result {
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var result: Result?
        let thread = Thread {
            result = body()
            done.signal()
        }
        thread.stackSize = stackKilobytes * 1024
        thread.start()
        done.wait()
        guard let result else { fatalError("the thread gave nothing") }
        return result
    }
}

// MARK: - Recursive types

/// A list of objects.
private final class Link: Codable {
    var next: Link?
    static func chain(_ levels: Int) -> Link {
        let first = Link()
        for _ in 1..<max(levels, 1) {
            first.next = { link in
                link.next = first.next
                return link
            }(Link())
        }
        return first
    }
}

private indirect enum Nested: Codable {
    case end
    case level(Nested)
    static func chain(_ levels: Int) -> Nested {
        var chain = Nested.end
        for _ in 0..<levels { chain = .level(chain) }
        return chain
    }
}

/// A level that leaves no trace in the tree.
private indirect enum Wrapped: Codable {
    case end
    case level(Wrapped)
    static func chain(_ levels: Int) -> Wrapped {
        var chain = Wrapped.end
        for _ in 0..<levels { chain = .level(chain) }
        return chain
    }

    init(from decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decode(Bool.self) ? .end : .level(.end)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .end: try container.encode(true)
        case .level(let inner): try container.encode(inner)
        }
    }
}

/// Containers in containers, asked for in a loop, without recursion.
private struct Containers: Codable {
    var levels: Int

    init(levels: Int) { self.levels = levels }
    init(from decoder: any Decoder) { levels = 0 }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for _ in 0..<levels { container = container.nestedUnkeyedContainer() }
        try container.encode(1)
    }
}
