import Dispatch
import Foundation

/// The way to a store's engine, which may not have been opened yet: where a file was refused, opening it is tried again.
final class FileConnection: Sendable {
    private let url: URL

    /// The engine, where it was there from the begin.
    private let opened: FileEngine?

    /// What keeps it.
    private let owner: Owner<FileEngine>?

    private let retrying: Locked<Retrying>

    private struct Retrying {
        var owner: Owner<FileEngine>?
        var nextTry = DispatchTime.now() + .seconds(1)
    }

    /// Opens a store.
    ///
    /// - Throws: Why there can be none.
    init(opening url: URL) throws(DefaultsError) {
        self.url = url
        let owner = try Self.open(url)
        self.owner = owner
        opened = owner.object
        owner.object.report()
        retrying = Locked(Retrying())
    }

    /// Stands for a store that couldn't be opened.
    init(retrying url: URL) {
        self.url = url
        (opened, owner) = (nil, nil)
        retrying = Locked(Retrying())
    }

    /// The path of the property list, which is also its domain's name.
    var path: String { url.path }

    /// The engine, for reading; nil while the file can't be opened.
    var engine: FileEngine? {
        if let opened { return opened }
        return engineOnceOpened()
    }

    /// The engine of a file that couldn't be opened at first.
    private func engineOnceOpened() -> FileEngine? {
        // Reads are many, so not each of them tries.
        let engine = retrying.withLock { state in
            if state.owner == nil, DispatchTime.now() >= state.nextTry {
                state.owner = try? Self.open(url)
                state.nextTry = .now() + .seconds(1)
            }
            return state.owner?.object
        }
        engine?.report()
        return engine
    }

    /// The engine, for writing.
    func engineForWriting() throws(DefaultsError) -> FileEngine {
        if let opened { return opened }
        let engine = try retrying.withLock { state throws(DefaultsError) in
            if let owner = state.owner { return owner.object }
            let owner = try Self.open(url)
            state.owner = owner
            return owner.object
        }
        engine.report()
        return engine
    }

    private static func open(_ url: URL) throws(DefaultsError) -> Owner<FileEngine> {
        try EngineRegistry.shared.engine(at: try FilePlace(url))
    }
}
