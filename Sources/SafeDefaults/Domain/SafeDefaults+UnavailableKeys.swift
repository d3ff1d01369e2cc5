// Calls with a key, `.attempts`, where a setting is named by its key path, `\.attempts`. Each overload exists only for
// its error message; see SafeDefaults+Unavailable.swift.

extension SafeDefaults {
    /// Unavailable: a setting is named by its key path.
    @_disfavoredOverload
    @available(*, unavailable, message: "name the setting by its key path, with a backslash: [\\.attempts]")
    public subscript(_ key: Keys) -> NoSettingOfThisName<Self> {
        get { NoSettingOfThisName() }
        nonmutating set {}
    }

    /// Unavailable: a setting is named by its key path.
    @_disfavoredOverload
    @available(*, unavailable, message: "name the setting by its key path, with a backslash: reset(\\.attempts)")
    public func reset(_ key: Keys) {}

    /// Unavailable: a setting is named by its key path.
    @_disfavoredOverload
    @available(*, unavailable, message: "name the setting by its key path, with a backslash: values(of: \\.attempts)")
    public func values(of key: Keys) -> AsyncStream<NoSettingOfThisName<Self>> { AsyncStream { $0.finish() } }

    /// Unavailable: a setting is named by its key path.
    @_disfavoredOverload
    @available(*, unavailable, message: "name the setting by its key path, with a backslash: changes(of: \\.attempts)")
    public func changes(of key: Keys) -> AsyncStream<NoSettingOfThisName<Self>> { AsyncStream { $0.finish() } }
}

// MARK: - Calls with a closure

/// The type of the value in a closure whose setting is named by a key, so that its type isn't known.
///
/// It is never created. If it appears in a message, write the setting's key path, with a backslash: `\.attempts`. It
/// is a number, so that `update(.attempts) { $0 += 1 }` meets only the sentence about the key.
public struct KeyInPlaceOfAKeyPath: AdditiveArithmetic, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral,
    ExpressibleByArrayLiteral
{
    /// For `$0 = 1`.
    public init(integerLiteral value: Int) {}

    /// For `$0 = nil`.
    public init(nilLiteral: ()) {}

    /// For `$0 = []`.
    public init(arrayLiteral elements: Any...) {}

    /// For `$0 += 1`.
    public static func + (left: KeyInPlaceOfAKeyPath, right: KeyInPlaceOfAKeyPath) -> KeyInPlaceOfAKeyPath { left }

    /// For `$0 -= 1`.
    public static func - (left: KeyInPlaceOfAKeyPath, right: KeyInPlaceOfAKeyPath) -> KeyInPlaceOfAKeyPath { left }
}

// NB: the value's type must have no other members, and must not be generic. The compiler would then prefer these
// overloads where the key path is right and a member in the closure is misspelled, and complain of the key path.
extension SafeDefaults {
    /// Unavailable: a setting is named by its key path.
    @discardableResult
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "name the setting by its key path, with a backslash: update(\\.attempts) { $0 += 1 }"
    )
    public func update<Result>(_ key: Keys, _ body: (inout KeyInPlaceOfAKeyPath) throws -> Result) -> Result {
        Swift.fatalError()
    }

    /// Unavailable: a setting is named by its key path.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: "name the setting by its key path, with a backslash: observe(\\.attempts) { print($0.newValue) }"
    )
    public func observe(
        _ key: Keys, initial: Bool = false, on actor: MainActor.Type = MainActor.self,
        _ handler: @MainActor (Change<KeyInPlaceOfAKeyPath>) -> Void
    ) -> DefaultsObservation { changes().observe { _ in } }
}
