import Foundation

extension FileDefaults {
    /// Begins a new file with the own values of another `UserDefaults`.
    func adopt(_ other: UserDefaults) throws(DefaultsError) {
        let hidden = Set(other.volatileDomain(forName: UserDefaults.argumentDomain).keys)
        let shared = OtherDomains.shared.all()
        let own = other.dictionaryRepresentation().filter { name, object in
            guard !hidden.contains(name), let value = try? PropertyListValue(foundationObject: object) else {
                return false
            }
            return shared[name].map { (try? PropertyListValue(foundationObject: $0)) != value } ?? true
        }
        let values = PropertyListValue.storable(own)
        try domains.connection.engineForWriting().begin(with: values.map { .set(StoredName($0), $1) })
    }
}
