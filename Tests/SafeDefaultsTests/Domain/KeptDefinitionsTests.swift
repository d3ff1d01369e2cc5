import Testing

@testable import SafeDefaults

@Suite struct KeptDefinitionsTests {
    private struct Sample: SafeDefaults {
        enum Keys: String, DefaultsKey { case number }
        static func setting(_ token: Token) -> Setting<Int> { Setting(.number, default: token.number) }
    }

    /// An object that a default uses, and that shows when the default is released.
    private final class Token: Sendable {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    private struct WeakToken {
        weak var token: Token?
    }

    @Test func onlyTheFirstDefinitionOfADeclarationIsKept() {
        var tokens = (0..<100).map(Token.init)
        let references = tokens.map(WeakToken.init)
        var settings = tokens.map(Sample.setting)
        tokens = []
        #expect(settings.map(\.defaultValue) == Array(0..<100))
        #expect(settings.map { $0.get(from: .inMemory()) } == Array(0..<100))
        settings = []
        #expect(references.compactMap(\.token?.number) == [0])
    }
}
