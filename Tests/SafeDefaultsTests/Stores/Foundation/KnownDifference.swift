#if os(Linux)
import Foundation
import SafeDefaults

@testable import TestSupport

/// An intended difference between `FileDefaults` and Foundation on Linux.
///
/// The article *FileDefaults and Foundation* has a row for each.
enum KnownDifference: String, CaseIterable, Hashable {
    /// Linux merges a volatile domain with the earlier one; it is documented to replace it.
    case volatileDomainsAreReplaced

    /// Linux keeps only the path of a URL.
    case urlsAreKeptWhole

    /// Linux takes a decimal number for an integer.
    case decimalsKeepTheirFraction

    /// Linux keeps an old number that equals the new one, whatever types they have.
    case equalNumbersAreReplaced

    /// Linux adds a suite to the search list of `.standard` only; it is documented to be that of the object.
    case addedSuitesAreSearched

    /// Linux leaves arguments out of `dictionaryRepresentation`, which is documented to have what every getter finds.
    case theWholeHasArguments

    /// Linux reads a number of `Int.max` or more as 0.
    case numbersAreRead

    /// Linux remembers that a number was a `Float` until it reads its file; a property list doesn't.
    case floatsAreDoubles

    /// Linux makes a file URL of any string; here a string that is no path is a URL, because a URL is stored as one.
    case textIsAURL

    /// Linux writes whole seconds.
    case datesKeepTheirFraction

    /// Linux has no values in the domain of registered values, and doesn't name it.
    case registeredValuesAreADomain

    /// Linux returns an empty domain for one that doesn't exist; nil is documented.
    case noDomainIsNil

    /// The beginning of the difference's row in the article.
    var row: String {
        switch self {
        case .volatileDomainsAreReplaced: "`setVolatileDomain` for a name that is there"
        case .urlsAreKeptWhole: "`set` of a URL"
        case .decimalsKeepTheirFraction: "`set` of a decimal number"
        case .equalNumbersAreReplaced: "`set` of `1.0` over `1`"
        case .addedSuitesAreSearched: "`addSuite`"
        case .theWholeHasArguments: "`dictionaryRepresentation()` beside arguments"
        case .numbersAreRead: "typed getters of a number from `Int.max` on"
        case .floatsAreDoubles: "`string(forKey:)` of a `Float`"
        case .textIsAURL: "`url(forKey:)` of text that is no path"
        case .datesKeepTheirFraction: "a date with a fraction of a second"
        case .registeredValuesAreADomain: "the domain of what is registered"
        case .noDomainIsNil: "`persistentDomain` of a name without values"
        }
    }

    /// The subject of a question.
    struct Case {
        let question: ScriptQuestion
        let ours: PropertyListValue?
        let theirs: PropertyListValue?
        let documented: DocumentedDefaults
        let linux: DocumentedDefaults

        /// The value that the name stands for, if it is the same for both.
        var value: PropertyListValue? { documented.value(question.subject) }
    }

    /// The difference that explains a case, if one does.
    static func explaining(_ found: Case) -> KnownDifference? { allCases.first { $0.explains(found) } }

    private func explains(_ found: Case) -> Bool {
        let (name, documented, linux) = (found.question.subject, found.documented, found.linux)
        switch found.question.getter {
        case .volatileNames: return self == .registeredValuesAreADomain
        case .registered: return self == .registeredValuesAreADomain && found.theirs == .dictionary([:])
        case .arguments: return self == .volatileDomainsAreReplaced && documented.arguments != linux.arguments
        case .volatile: return self == .volatileDomainsAreReplaced && documented.volatile != linux.volatile
        case .own, .other: return explainsDomain(found)
        default: break
        }
        if documented.value(name) != linux.value(name) { return self == Self.cause(name, documented, linux) }
        if found.question.getter == .representation, documented.representation(name) != linux.representation(name) {
            return self == .theWholeHasArguments && !(documented.arguments[name] == nil && linux.arguments[name] == nil)
        }
        return explainsConversion(found)
    }

    private func explainsDomain(_ found: Case) -> Bool {
        if found.ours == nil { return self == .noDomainIsNil && found.theirs == .dictionary([:]) }
        guard found.question.getter == .own else { return false }
        let names = found.documented.own.keys.filter { found.documented.own[$0] != found.linux.own[$0] }
        guard let name = names.first else { return explainsSaving(found) }
        return self == Self.cause(name, inDomain: found.documented, found.linux)
    }

    /// Why a name stands for something else.
    private static func cause(
        _ name: String, _ documented: DocumentedDefaults, _ linux: DocumentedDefaults
    ) -> KnownDifference? {
        if documented.arguments[name] != linux.arguments[name] { return .volatileDomainsAreReplaced }
        if documented.own[name] != linux.own[name] { return cause(name, inDomain: documented, linux) }
        return .addedSuitesAreSearched
    }

    private static func cause(
        _ name: String, inDomain documented: DocumentedDefaults, _ linux: DocumentedDefaults
    ) -> KnownDifference? {
        guard let value = documented.own[name], let other = linux.own[name] else { return nil }
        if value.isEqualToFoundation(other) { return .equalNumbersAreReplaced }
        return value.kind == .string ? .urlsAreKeptWhole : .decimalsKeepTheirFraction
    }

    /// Returns whether the same value is returned in another form.
    private func explainsConversion(_ found: Case) -> Bool {
        switch (self, found.question.getter, found.value) {
        case (.numbersAreRead, .string, .integer(.max)?), (.numbersAreRead, .string, .unsignedInteger?):
            return found.theirs == nil && found.ours == found.value.map { .string("\($0)") }
        case (.numbersAreRead, .integer, .integer(.max)?): return found.theirs == 0 && found.ours == .integer(.max)
        case (.numbersAreRead, .integer, .unsignedInteger?):
            return found.theirs == 0 && found.ours != 0
        case (.numbersAreRead, .double, .integer(.max)?), (.numbersAreRead, .float, .integer(.max)?):
            return found.theirs == .real(0) && found.ours == .real(0x1p63)
        case (.numbersAreRead, .double, .unsignedInteger?), (.numbersAreRead, .float, .unsignedInteger?):
            return found.theirs == .real(0) && found.ours == .real(0x1p64)
        case (.numbersAreRead, .bool, .integer(.max)?), (.numbersAreRead, .bool, .unsignedInteger?):
            return found.theirs == false && found.ours == true
        case (.floatsAreDoubles, .string, .real(let number)?):
            return found.theirs == .string("\(Float(number))") && found.ours == .string("\(number)")
        case (.textIsAURL, .url, .string(let text)?):
            guard !text.hasPrefix("/"), !text.hasPrefix("~") else { return false }
            return found.ours == nil || found.ours == .string(text)
        default: return explainsSaving(found)
        }
    }

    private func explainsSaving(_ found: Case) -> Bool {
        guard self == .datesKeepTheirFraction, let (ours, theirs) = found.both else { return false }
        return theirs.mayBe(ours)
    }
}

extension KnownDifference.Case {
    fileprivate var both: (ours: PropertyListValue, theirs: PropertyListValue)? {
        guard let ours, let theirs else { return nil }
        return (ours, theirs)
    }
}

extension PropertyListValue {
    /// Returns whether Linux may return this for a value: the value itself, or, once the file has been read, whole
    /// seconds.
    func mayBe(_ value: PropertyListValue) -> Bool {
        switch (self, value) {
        case (.date(let date), .date(let whole)):
            date == whole
                || date.timeIntervalSinceReferenceDate == whole.timeIntervalSinceReferenceDate.rounded(.down)
        case (.array(let values), .array(let others)):
            values.count == others.count && zip(values, others).allSatisfy { $0.mayBe($1) }
        case (.dictionary(let values), .dictionary(let others)):
            values.count == others.count
                && values.allSatisfy { name, value in others[name].map(value.mayBe) ?? false }
        default: self == value
        }
    }
}
#endif
