import ChildProcesses
import Foundation

/// A member that an editor offers.
struct Completion: Decodable {
    /// The member as the editor lists it, such as `string(forKey: LoginDefaults.Keys)`.
    let label: String

    /// Its type, or what it returns.
    let detail: String?

    /// The string that the editor sorts the list by, instead of the label.
    let sortText: String?
}

/// The language server of the toolchain, which tells an editor what to offer.
final class LanguageServer {
    #if canImport(Darwin)
    /// The words that start it, or nil if there is none.
    static let command: [String]? = ["/usr/bin/xcrun", "sourcekit-lsp"]
    #else
    /// The words that start it, or nil if there is none: the server beside the compiler, or another one in `PATH`.
    static let command: [String]? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = path.split(separator: ":").map { URL(fileURLWithPath: String($0)) }
        func executables(_ name: String, in folders: [URL]) -> [URL] {
            folders.map { $0.appendingPathComponent(name) }.filter {
                FileManager.default.isExecutableFile(atPath: $0.path)
            }
        }
        let compilers = executables("swiftc", in: folders).prefix(1).map { $0.resolvingSymlinksInPath() }
        let server = executables("sourcekit-lsp", in: compilers.map { $0.deletingLastPathComponent() } + folders).first
        return server.map { [$0.path] }
    }()
    #endif

    /// How long the server may take for all answers on a busy machine; if it takes longer, it hangs.
    ///
    /// It takes a few seconds alone. The limit is for a machine that runs other builds, and as long as the compiler's.
    static let hanging = Compiler.hanging

    /// Returns what an editor offers at the end of some pieces of code, each in a function at the end of a file.
    ///
    /// The members are in the order in which an editor lists them before anything more is typed.
    ///
    /// - Throws: An error if the server can't be started, ends or takes too long.
    static func completions(
        after places: [String], declaring declarations: String
    ) async throws -> [String: [Completion]] {
        let start = declarations + "\nfunc use() {\n"
        let line = start.filter { $0 == "\n" }.count
        // Arguments of the compiler for all files of the folder.
        let flags = (["-swift-version", "6", "-I", try BuiltModules.folder().path] + Package.headers)
            .joined(separator: "\n")
        return try await TemporaryFolder.with(["compile_flags.txt": flags]) { folder in
            let server = try LanguageServer(leavingFilesIn: folder)
            defer { server.end() }
            // The server itself gives up after two minutes, unless it is told otherwise.
            let options = ["sourcekitdRequestTimeout": hanging]
            _ = try server.ask(
                "initialize",
                [
                    "rootUri": folder.absoluteString, "capabilities": [String: Any](), "initializationOptions": options,
                ])
            try server.notify("initialized", [:])
            var completions: [String: [Completion]] = [:]
            for (number, place) in places.enumerated() {
                // A file for each place, because the server may answer again for an equal position of a file.
                let document = folder.appendingPathComponent("Client\(number).swift").absoluteString
                let text = "\(start)\(place)\n}\n"
                try server.notify(
                    "textDocument/didOpen",
                    ["textDocument": ["uri": document, "languageId": "swift", "version": 1, "text": text]])
                let position = ["line": line, "character": place.utf16.count]
                let answer = try server.ask(
                    "textDocument/completion", ["textDocument": ["uri": document], "position": position])
                completions[place] = try JSONDecoder().decode(Answer.self, from: answer).result.items
                    .sorted { ($0.sortText ?? $0.label) < ($1.sortText ?? $1.label) }
            }
            return completions
        }
    }

    private struct Answer: Decodable {
        let result: List

        struct List: Decodable {
            let items: [Completion]
        }
    }

    // MARK: - Messages

    private let process: ChildProcess
    // The end that the server reads is kept open, because writing to a pipe that nobody reads is fatal.
    private let input: (reading: Descriptor, writing: Descriptor)
    private let output: Descriptor
    private let deadline = Date(timeIntervalSinceNow: hanging)
    private var received = Data()
    private var requests = 0

    /// Starts the server, which leaves its log and its temporary files in a folder.
    private init(leavingFilesIn folder: URL) throws {
        guard let command = Self.command else { throw Failure.notFound }
        let environment = ProcessInfo.processInfo.environment
            .merging(["CFFIXED_USER_HOME": folder.path, "TMPDIR": folder.path]) { $1 }
        input = try Descriptor.pipe()
        let (output, outputEnd) = try Descriptor.pipe()
        self.output = output
        process = try ChildProcess(command, environment: environment, input: input.reading, output: outputEnd)
        outputEnd.close()
    }

    private func end() {
        process.stop()
        process.waitUntilExit()
    }

    /// Makes a request, and waits for its answer.
    private func ask(_ method: String, _ parameters: [String: Any]) throws -> Data {
        requests += 1
        try send(["id": requests, "method": method, "params": parameters])
        while true {
            let message = try nextMessage()
            let header = try JSONDecoder().decode(Header.self, from: message)
            // What has a method is a notice or a request of the server's own. There is one request of ours at a time.
            if header.method != nil { continue }
            if let error = header.error { throw Failure.refused(error.message) }
            return message
        }
    }

    private struct Header: Decodable {
        let method: String?
        let error: RequestError?

        struct RequestError: Decodable {
            let message: String
        }
    }

    private func notify(_ method: String, _ parameters: [String: Any]) throws {
        try send(["method": method, "params": parameters])
    }

    private func send(_ message: [String: Any]) throws {
        let body = try JSONSerialization.data(withJSONObject: message.merging(["jsonrpc": "2.0"]) { $1 })
        try FileHandle(fileDescriptor: input.writing.number)
            .write(contentsOf: Data("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
    }

    /// Waits for a message, which is a header, an empty line and as many bytes as the header says.
    private func nextMessage() throws -> Data {
        while true {
            if let end = received.range(of: Data("\r\n\r\n".utf8)) {
                let header = String(decoding: received[..<end.lowerBound], as: UTF8.self)
                let length = header.components(separatedBy: "Content-Length: ").last.flatMap { Int($0) }
                guard let length else { throw Failure.noLength(header) }
                if received[end.upperBound...].count >= length {
                    let message = received[end.upperBound...].prefix(length)
                    received = Data(received[message.endIndex...])
                    return Data(message)
                }
            }
            var polled = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
            let rest = Int32(max(0, deadline.timeIntervalSinceNow) * 1_000)
            let count = poll(&polled, 1, rest)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure.tookTooLong }
            guard let more = output.read() else { throw Failure.ended }
            received += more
        }
    }

    enum Failure: Error {
        case notFound, ended, tookTooLong, noLength(String), refused(String)
    }
}
