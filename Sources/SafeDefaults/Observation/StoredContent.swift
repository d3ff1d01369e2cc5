/// The result of reading one stored name.
package enum StoredContent: Equatable, Sendable {
    case nothing
    case value(PropertyListValue)

    /// A non-property-list object. Only a `UserDefaults` whose class isn't this library's can hold one.
    case nonPropertyList(NonPropertyListObject)

    /// Creates the content after a value has been stored, or after the stored one has been removed if the value is nil.
    package init(_ value: PropertyListValue?) {
        self = value.map(StoredContent.value) ?? .nothing
    }

    /// Creates the content for an object that Foundation has returned.
    package init(foundationObject object: Any) {
        do throws(NonPropertyListObject) {
            self = .value(try PropertyListValue(foundationObject: object))
        } catch {
            self = .nonPropertyList(error)
        }
    }

    /// Creates the content that a closure reads.
    init(_ read: () throws(NonPropertyListObject) -> PropertyListValue?) {
        do throws(NonPropertyListObject) {
            self.init(try read())
        } catch {
            self = .nonPropertyList(error)
        }
    }

    /// Returns the value, or nil if there is none.
    ///
    /// Throws an error if the content is a non-property-list object.
    package func value() throws(NonPropertyListObject) -> PropertyListValue? {
        switch self {
        case .nothing: nil
        case .value(let value): value
        case .nonPropertyList(let object): throw object
        }
    }

    /// The value; nil if there is none, or if it is no property list.
    package var propertyListValue: PropertyListValue? { if case .value(let value) = self { value } else { nil } }

    /// About how many bytes the content and its name take in a file; 0 if there is nothing.
    func approximateByteCount(under name: String) -> Int { propertyListValue?.approximateByteCount(under: name) ?? 0 }
}

extension PropertyListValue {
    /// Creates the value for an object that Foundation has returned; nil if there is none or it is no property list.
    package init?(found object: Any?) {
        guard let value = object.map(StoredContent.init(foundationObject:))?.propertyListValue else { return nil }
        self = value
    }
}
