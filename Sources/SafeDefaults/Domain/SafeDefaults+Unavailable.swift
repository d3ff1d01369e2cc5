// Calls that can't work, and for which the compiler's own sentence would mislead. Each overload exists only for its
// error message; none is ever called.
//
// The overloads are disfavored, so that the compiler doesn't mention them when it can't resolve another call. There is
// none for a method that takes a key path: with one, the compiler would complain of the key path where only a name is
// misspelled.

/// The type that the compiler mentions if a domain is used with a name that none of its settings has.
///
/// It is never created. It is generic, so that the compiler doesn't find it for a value of the type
/// `any SafeDefaults`, for which there is a better message.
public struct NoSettingOfThisName<Domain> {}

extension SafeDefaults {
    /// Unavailable: the domain has no setting of this name.
    ///
    /// NB: without it, the compiler fails to produce a diagnostic for `let date = login.logindate`, and asks for a bug
    /// report.
    @_disfavoredOverload
    @available(*, unavailable, message: "the domain has no setting of this name")
    public subscript(dynamicMember name: String) -> NoSettingOfThisName<Self> {
        get { NoSettingOfThisName() }
        nonmutating set {}
    }

    /// Unavailable: a setting is named by its key path.
    @_disfavoredOverload
    @available(*, unavailable, message: "name the setting by its key path, with a backslash: [\\.attempts]")
    public subscript(_ key: Keys) -> NoSettingOfThisName<Self> {
        get { NoSettingOfThisName() }
        nonmutating set {}
    }

    /// Unavailable: the domain has no property for its store, or is public and has no public initializer.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message: """
            to choose the store, declare it in the domain: var store: DefaultsStore = .standard; if the domain is \
            public, declare public init(store: DefaultsStore = .standard), too
            """
    )
    public init(store: DefaultsStore) { Swift.fatalError() }
}
