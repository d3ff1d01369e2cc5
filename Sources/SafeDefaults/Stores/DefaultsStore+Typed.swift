import Foundation

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
