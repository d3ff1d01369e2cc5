/// What a read of one stored name finds.
enum StoredContent: Equatable, Sendable {
    case nothing
    case value(PropertyListValue)

    /// An object that is no property list; only a `UserDefaults` of a class that isn't this library's can hold one.
    case nonPropertyList(NonPropertyListObject)

    /// What a read finds after a value has been stored, or removed for nil.
    init(_ value: PropertyListValue?) {
        self = value.map(StoredContent.value) ?? .nothing
    }

    /// What a read finds of an object of Foundation's.
    init(foundationObject object: Any) {
        do throws(NonPropertyListObject) {
            self = .value(try PropertyListValue(foundationObject: object))
        } catch {
            self = .nonPropertyList(error)
        }
    }

    /// What a closure reads.
    init(_ read: () throws(NonPropertyListObject) -> PropertyListValue?) {
        do throws(NonPropertyListObject) {
            self.init(try read())
        } catch {
            self = .nonPropertyList(error)
        }
    }

    /// The value, or nil for nothing; throws for an object that is no property list.
    func value() throws(NonPropertyListObject) -> PropertyListValue? {
        switch self {
        case .nothing: nil
        case .value(let value): value
        case .nonPropertyList(let object): throw object
        }
    }
}
