import Foundation
package import SafeDefaults

/// The parts of the contract that need a second process, each of which gives a sentence for everything that is wrong.
package enum ContractRun {
    /// Stores every sample of every type under a name of its own, and saves.
    package static func write(to store: DefaultsStore) -> [String] {
        var problems = forEachSample { sample, place in
            sample.write(ContractPlace(store, place), .throwingKey)
        }
        if !store.flush() { problems.append("nothing was saved") }
        return problems
    }

    /// Reads every sample that another process has stored, along every path, and looks at what is stored.
    ///
    package static func readAfterRestart(from store: DefaultsStore) -> [String] {
        forEachSample { sample, name in
            let place = ContractPlace(store, name)
            let stored = Lookup { () throws(DefaultsError) in
                try place.domain.read(PropertyListValue.self, forKey: .init(rawValue: name))
            }
            guard case .value(let value) = stored, ContractCase.legible(value) == sample.stored else {
                return "stored is \(stored), not \(sample.stored)"
            }
            return ContractPath.allCases.lazy.compactMap { path in sample.mismatch(place, path).map { "\(path): \($0)" }
            }
            .first
        }
    }

    /// What has to be in the file after a restart, by stored name.
    package static func storedAfterRestart() -> [String: PropertyListValue] {
        var stored: [String: PropertyListValue] = [:]
        _ = forEachSample { sample, name in
            stored[ContractPlace(.inMemory(), name).storedName] = sample.stored
            return nil
        }
        return stored
    }

    /// The launch arguments of every type, under a name each.
    package static var arguments: [String] {
        var words: [String] = []
        forEachArgument { argument, name in
            words += ["-" + ContractPlace(.inMemory(), name).storedName, argument.text]
            return nil
        }
        return words
    }

    /// Reads the launch arguments of every type.
    package static func readArguments(from store: DefaultsStore) -> [String] {
        forEachArgument { argument, name in
            ContractPath.allCases.lazy.compactMap { path in
                argument.mismatch(ContractPlace(store, name), path).map { "\(path), \"\(argument.text)\": \($0)" }
            }.first
        }
    }

    private static func forEachSample(_ problem: (ContractCase.Sample, String) -> String?) -> [String] {
        ContractCase.all.flatMap { type in
            type.samples.enumerated().compactMap { index, sample in
                problem(sample, "\(type)#\(index)").map { "\(type), \(sample): \($0)" }
            }
        }
    }

    @discardableResult
    private static func forEachArgument(_ problem: (ContractCase.Argument, String) -> String?) -> [String] {
        ContractCase.all.flatMap { type in
            type.arguments.enumerated().compactMap { index, argument in
                problem(argument, "\(type)#\(index)").map { "\(type): \($0)" }
            }
        }
    }
}
