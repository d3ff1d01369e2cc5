#if !canImport(Darwin)
import Foundation

// Values as Foundation keeps them: the objects in memory, and the lists that it reads and writes.

extension PreferencesFile.Values {
    /// Creates the values of a `UserDefaults` or a property list.
    ///
    /// Returns nil if no value represents one of the objects, such as a tree that is nested too deeply.
    init?(objects: [String: Any]) {
        self.init()
        for (name, object) in objects {
            guard let value = PropertyListValue(found: object) else { return nil }
            self[StoredName(name)] = value
        }
    }

    /// Creates the values in a property list in any form that Foundation reads; nil if there are none.
    init?(list data: Data) {
        if data.isBinaryList {
            // NB: Foundation's reader isn't asked, because it can crash on a damaged list.
            guard case .dictionary(let values)? = PropertyListValue(binaryList: data) else { return nil }
            self.init(keepingLast: values.map { (StoredName($0), $1) })
        } else {
            guard let objects = Self.objects(data) ?? Self.withPoints(data).flatMap(Self.objects) else { return nil }
            self.init(objects: objects)
        }
    }

    /// Whether Foundation reads a text list, which it doesn't if it has written decimal commas.
    static func isRead(_ data: Data) -> Bool { objects(data) != nil }

    /// The values after Foundation has written them to a file and read them.
    var throughXML: Self {
        let objects = [String: Any](keepingLast: map { ($0.text, $1.foundationObject) })
        let data = NumberLocale.withPoint {
            try? PropertyListSerialization.data(fromPropertyList: objects, format: .xml, options: 0)
        }
        return data.flatMap(Self.init(list:)) ?? self
    }

    /// Returns the objects in a text list; nil if Foundation can't read it.
    private static func objects(_ data: Data) -> [String: Any]? {
        let list = NumberLocale.withPoint {
            try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        }
        // NB: Foundation takes a file of spaces, or of nothing but comments, for an empty list.
        return list?.isEmpty ?? true && !data.contains(where: "{<".utf8.contains) ? nil : list
    }

    /// Returns an XML list whose real numbers have a decimal point.
    ///
    /// NB: Foundation writes them with the sign of the C library's locale, and can't read them again.
    private static func withPoints(_ data: Data) -> Data? {
        String(data: data, encoding: .utf8).map { text in
            Data(text.replacingOccurrences(of: "(<real>[^<]*),", with: "$1.", options: .regularExpression).utf8)
        }
    }
}

extension PropertyListValue {
    /// Whether Foundation takes this value for an old one, and so doesn't store it, such as 1 over 1.0.
    @inline(never)
    func isTakenAsEqual(to old: PropertyListValue) -> Bool {
        NSArray(object: foundationObject).isEqual(to: [old.foundationObject])
    }

    /// Whether memory may show this value for another one, because it has passed through a list that Foundation wrote.
    @inline(never)
    package func mayStand(for other: PropertyListValue) -> Bool {
        let name = StoredName("value")
        return [name: self].throughXML == [name: other].throughXML
    }
}

extension PropertyListValue? {
    /// Whether this is another value, or what Foundation's own list has made of it; nil is only nil.
    func isForm(of other: PropertyListValue?) -> Bool {
        guard let self, let other else { return self == other }
        return self == other || self.mayStand(for: other)
    }
}
#endif
