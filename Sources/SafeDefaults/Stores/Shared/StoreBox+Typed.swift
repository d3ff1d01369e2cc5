// Typed access by name, which getters, settings and the throwing calls all use.

import Foundation

extension StoreBox {
    /// Returns the value under a name, or nil if there is none.
    ///
    /// - Parameters:
    ///   - name: The stored name.
    ///   - type: The type to read, which errors mention.
    ///   - decode: Converts a property-list value to the type.
    /// - Throws: An error with the stored name if the value can't be read.
    func read<Value>(
        _ name: String, as type: Value.Type, decode: (PropertyListValue) throws -> Value
    ) throws(DefaultsError) -> Value? {
        noteRead(of: name)
        return try Self.decoded(content(named: name), name: fullName(name), as: type) { stored in
            do {
                return try decode(stored)
            } catch {
                guard let variable = variable(name, of: stored) else { throw error }
                return try variable.value { try SettingText.decoded($0, decode: decode) }
            }
        }
    }

    /// Stores a value under a name.
    ///
    /// If the value is encoded as nil, removes the stored one.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The stored name.
    ///   - encode: Converts the value to a property-list value.
    /// - Throws: An error with the stored name if the value can't be stored.
    func write<Value>(
        _ value: Value, to name: String, encode: (Value) throws -> PropertyListValue?
    ) throws(DefaultsError) {
        try set(Self.encoded(value, name: fullName(name), encode: encode), named: name)
    }

    // MARK: - Reporting

    /// Returns the value under a name, or nil if there is none.
    ///
    /// If it can't be read, returns nil and reports an issue.
    ///
    /// NB: it is specialised for the types of the getters, and so is its caller in the store. Otherwise both would have
    /// to look up the metadata of `Value?` each time, which took 4 % of a getter's time.
    @_specialize(where Value == Int)
    @_specialize(where Value == Bool)
    @_specialize(where Value == Double)
    @_specialize(where Value == String)
    @_specialize(where Value == Date)
    func value<Value: DefaultsValue>(_ type: Value.Type, named name: String, at location: CodeLocation) -> Value? {
        do {
            noteRead(of: name)
            return try currentValue(named: name).map { try Value._decode($0) }
        } catch {
            return readReporting(name, as: type, at: location) { try Value._decode($0) }
        }
    }

    /// Returns the value of a `Codable` type under a name, or nil if there is none.
    ///
    /// If it can't be read, returns nil and reports an issue.
    @usableFromInline
    func treeValue<Value: Codable & _SendableMetatype>(
        _ type: Value.Type, named name: String, at location: CodeLocation
    ) -> Value? {
        readReporting(name, as: type, at: location) { try $0.decodedTree(Value.self) }
    }

    /// Stores a value, or removes the stored one if the new value is nil.
    ///
    /// A failure is reported as an issue.
    @usableFromInline
    @_specialize(where Value == Int)
    @_specialize(where Value == Bool)
    @_specialize(where Value == Double)
    @_specialize(where Value == String)
    func set<Value: DefaultsValue>(_ value: Value?, named name: String, at location: CodeLocation) {
        guard let value else { return remove(name) }
        DefaultsIssue.reportingFailedWrite(at: location) { () throws(DefaultsError) in
            try write(value, to: name) { try $0._encode() }
        }
    }

    /// Stores a value of a `Codable` type, or removes the stored one if the new value is nil.
    ///
    /// A failure is reported as an issue.
    @usableFromInline
    func setTree<Value: Codable & _SendableMetatype>(
        _ value: Value?, named name: String, at location: CodeLocation
    ) {
        guard let value else { return remove(name) }
        DefaultsIssue.reportingFailedWrite(at: location) { () throws(DefaultsError) in
            try write(value, to: name) { try DefaultsCodec<Value>.encodeTree($0) }
        }
    }

    private func readReporting<Value>(
        _ name: String, as type: Value.Type, at location: CodeLocation, decode: (PropertyListValue) throws -> Value
    ) -> Value? {
        do throws(DefaultsError) {
            return try read(name, as: type, decode: decode)
        } catch {
            DefaultsIssue.report(.unreadable(error, fallback: .nil, override: override(of: error), at: location))
            return nil
        }
    }

    // MARK: - Conversion

    /// Returns the value of some content, or nil if there is none.
    ///
    /// - Parameters:
    ///   - content: The content.
    ///   - name: The stored name, for errors.
    ///   - type: The type to read, which errors mention.
    ///   - decode: Converts a property-list value to the type.
    @_semantics("optimize.sil.specialize.generic.never")
    package static func decoded<Value>(
        _ content: StoredContent, name: @autoclosure () -> String, as type: Value.Type,
        decode: (PropertyListValue) throws -> Value
    ) throws(DefaultsError) -> Value? {
        switch content {
        case .nothing: return nil
        case .nonPropertyList(.object(let typeName)):
            throw DefaultsError(
                .unreadable, storedName: name(), expected: String(describing: type), found: typeName,
                reason: "found \(typeName), which is no property list")
        case .value(let stored):
            do {
                return try decode(stored)
            } catch {
                throw DefaultsError.wrapping(
                    error, as: .unreadable, storedName: name(), expected: type, found: stored.kind.rawValue)
            }
        }
    }

    /// Returns the environment variable whose text a read has found, or nil if the value comes from elsewhere.
    ///
    /// It is asked for when the value can't be read as the string that it is.
    func variable(_ name: String, of stored: PropertyListValue) -> OverridingVariable? {
        guard case .string(let text) = stored, let store = store as? any PropertyListStore,
            let variable = store.search.variable(fullName(name)), variable.text == text
        else { return nil }
        return variable
    }

    /// Returns the stored form of a value, or nil if nothing is stored for it.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The full stored name, for errors.
    ///   - encode: Converts the value to a property-list value.
    package static func encoded<Value>(
        _ value: Value, name: @autoclosure () -> String, encode: (Value) throws -> PropertyListValue?
    ) throws(DefaultsError) -> PropertyListValue? {
        do {
            return try encode(value)
        } catch {
            throw DefaultsError.wrapping(error, as: .unstorable, storedName: name(), expected: Value.self)
        }
    }
}

extension DefaultsStore {
    /// Returns the value under a name, or nil if there is none.
    ///
    /// If it can't be read, returns nil and reports an issue. It is for the getters.
    @usableFromInline
    @_specialize(where Value == Int)
    @_specialize(where Value == Bool)
    @_specialize(where Value == Double)
    @_specialize(where Value == String)
    @_specialize(where Value == Date)
    func value<Value: DefaultsValue>(_ type: Value.Type, named name: String, at location: CodeLocation) -> Value? {
        withBox { $0.value(type, named: name, at: location) }
    }
}

extension DefaultsIssue {
    /// Runs a closure, and reports its error as an issue.
    @inline(__always)
    static func reportingFailedWrite(at location: CodeLocation?, _ write: () throws(DefaultsError) -> Void) {
        do throws(DefaultsError) {
            try write()
        } catch {
            report(.failedWrite(error, at: location))
        }
    }
}

// MARK: - What can be stored

/// Refuses values that would crash a store, or make its file unreadable.
package enum StorableCheck {
    /// Throws an error if a value must not be stored.
    ///
    /// The check runs at every write.
    package static func check(_ value: PropertyListValue?, name: String) throws(DefaultsError) {
        // Most values are of a kind that can always be stored.
        switch value {
        case nil, .boolean, .integer, .unsignedInteger, .real, .string, .data: return
        case .date, .array, .dictionary: break
        }
        guard let value, var error = flaw(in: value, depth: 1) else { return }
        error.content.storedName = name
        throw error
    }

    /// Returns the first flaw in a tree, with the path to it.
    private static func flaw(in value: PropertyListValue, depth: Int) -> DefaultsError? {
        switch value {
        case .date(let date): return date.flaw
        case .array(let values):
            guard depth < deepestPropertyList else { return .tooDeep }
            for index in values.indices {
                if let flaw = flaw(in: values[index], depth: depth + 1) { return flaw.under("[\(index)]") }
            }
        case .dictionary(let values):
            guard depth < deepestPropertyList else { return .tooDeep }
            // NB: in a property-list file, such a dictionary is an object reference of a keyed archive. Foundation
            // would read the whole file as empty.
            if values.count == 1, case .integer? = values["CF$UID"]?.kind { return .reservedName }
            for (name, value) in values {
                if let flaw = flaw(in: value, depth: depth + 1) { return flaw.under(name) }
            }
        default: break
        }
        return nil
    }
}
