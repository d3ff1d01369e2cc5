import Foundation
import SafeDefaults
#if !COCOAPODS
import SafeDefaultsInspection
import SafeDefaultsSnapshots
#endif

extension SettingsRun {
    /// The JSON Schema of the settings in the form in which they are exported.
    var schema: String {
        let own = names.settings.map { ($0.storedName, JSONText.object(Schema.members(of: $0))) }
        let former = names.settings.flatMap(\.formerNames).map { ($0, "{\"deprecated\": true}") }
        let others = DefaultsStore.inMemory().snapshot(of: command.domains).names.map { ($0, "{}") }
        var listed: Set<String> = []
        let properties = (own + former + others).filter { listed.insert($0.0).inserted }
            .map { "    \(JSONText.string($0)): \($1)" }
        // Of keys that are made at run time, not all names are known.
        let isOpen = command.domains.contains { $0.dynamicPrefix != nil }
        return """
            {
              "$schema": "https://json-schema.org/draft/2020-12/schema",
              "title": \(JSONText.string("\(command.name): exported settings")),
              "type": "object",
              "additionalProperties": \(isOpen),
              "properties": {
            \(properties.joined(separator: ",\n"))
              }
            }
            """
    }
}

/// The parts of a JSON Schema.
///
/// What a schema can't tell of a type is left out, so that it never refuses what an import takes.
private enum Schema {
    typealias Members = [(name: String, value: String?)]

    static func members(of setting: AnySetting) -> Members {
        let (form, isSecret) = (setting.isSecret ? nil : setting.defaultValue, setting.isSecret)
        var members: Members = [("description", setting.help.isEmpty ? nil : JSONText.string(setting.help))]
        let type = setting.storedType.map { ($0 as? any AnyOptional.Type)?.wrappedType ?? $0 }
        // A limit that is no number in JSON, such as infinity or a date, can't be said.
        let limits = [("minimum", setting.bounds.lowest), ("maximum", setting.bounds.highest)]
            .map { ($0, $1.map(JSONText.value).flatMap { Double($0) == nil ? nil : $0 }) }
        let own = type.map { self.members(of: $0, example: isSecret ? nil : setting.anyDefault, form) } ?? []
        members += own.filter { member in !limits.contains { $0 == member.name && $1 != nil } } + limits
        if type != nil, !setting.cases.isEmpty {
            members.append(("enum", JSONText.array(setting.cases.map(JSONText.value))))
        }
        return members + [("default", form.map(JSONText.value)), ("writeOnly", isSecret ? "true" : nil)]
    }

    /// Returns what the stored values of a type have in common, unless an example contradicts it.
    private static func members(of type: Any.Type, example: Any?, _ form: PropertyListValue?) -> Members {
        let members = members(of: type, example, form)
        guard let form, let types = members.first?.value else { return members }
        let isFitting = form.typesInJSON.contains { types.contains("\"\($0)\"") }
        return isFitting ? members : []
    }

    private static func members(of type: Any.Type, _ example: Any?, _ form: PropertyListValue?) -> Members {
        switch type {
        case is Bool.Type: return [("type", #""boolean""#)]
        case let type as any FixedWidthInteger.Type where type.bitWidth <= 64: return integer(type)
        case is any BinaryFloatingPoint.Type: return [("type", #""number""#)]
        case is Date.Type: return tagged("$date")
        case is Data.Type: return tagged("$data")
        case is Decimal.Type, is any FixedWidthInteger.Type: return [("type", #"["number", "string"]"#)]
        // NB: by its name, because systems before macOS 13 don't have the type.
        case _ where "\(type)" == "Duration":
            return [("type", #"["number", "string"]"#)]
        // Apple's systems store an archive.
        case is URL.Type: return [("type", #"["string", "object"]"#)]
        case is UUID.Type: return [("type", #""string""#), ("format", #""uuid""#)]
        case is any StringProtocol.Type, is Character.Type, is Locale.Type, is TimeZone.Type:
            return [("type", #""string""#)]
        case let list as any SchemaList.Type:
            return [("type", #""array""#), ("items", JSONText.object(members(of: list.elementType, nil, nil)))]
        case let dictionary as any SchemaDictionary.Type:
            let values = JSONText.object(members(of: dictionary.valueType, nil, nil))
            return [("type", #""object""#), ("additionalProperties", values)]
        case let type as any DefaultsValue.Type where representation(of: type) != PropertyListValue.self:
            return members(of: representation(of: type), nil, nil)
        default: return fields(of: example, form)
        }
    }

    private static func representation<Value: DefaultsValue>(of type: Value.Type) -> Any.Type {
        Value.DefaultsRepresentation.self
    }

    private static func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> Members {
        // The limits of 64 bits say nothing to anybody.
        let isWide = type.bitWidth == 64
        return [
            ("type", #""integer""#), ("minimum", isWide && type.isSigned ? nil : "\(type.min)"),
            ("maximum", isWide ? nil : "\(type.max)"),
        ]
    }

    /// The object with one entry that stands for a value that JSON doesn't have.
    private static func tagged(_ name: String) -> Members {
        [
            ("type", #""object""#), ("properties", #"{"\#(name)": {"type": "string"}}"#), ("required", "[\"\(name)\"]"),
            ("additionalProperties", "false"),
        ]
    }

    /// Returns the fields of a structure that is stored as an object whose entries have the names of the fields.
    private static func fields(of example: Any?, _ form: PropertyListValue?) -> Members {
        guard let example, case .dictionary(let entries)? = form else { return [] }
        let mirror = Mirror(reflecting: example)
        let fields = Dictionary(
            mirror.children.map { ($0.label ?? "", $0.value) }, uniquingKeysWith: { first, _ in first })
        guard mirror.displayStyle == .struct, entries.keys.allSatisfy({ fields[$0] != nil }) else { return [] }
        let properties: Members = entries.sorted { $0.key < $1.key }.map { name, form in
            (name, fields[name].map { JSONText.object(members(of: type(of: $0), example: $0, form)) })
        }
        return [("type", #""object""#), ("properties", JSONText.object(properties))]
    }
}

/// A type that is stored as an array.
private protocol SchemaList { static var elementType: Any.Type { get } }

extension Array: SchemaList { fileprivate static var elementType: Any.Type { Element.self } }

extension Set: SchemaList { fileprivate static var elementType: Any.Type { Element.self } }

/// A type that is stored as a dictionary.
private protocol SchemaDictionary { static var valueType: Any.Type { get } }

extension Dictionary: SchemaDictionary { fileprivate static var valueType: Any.Type { Value.self } }

extension PropertyListValue {
    /// The types that the value in an exported file has in a schema.
    fileprivate var typesInJSON: [String] {
        switch self {
        case .boolean: ["boolean"]
        case .integer, .unsignedInteger: ["integer", "number"]
        case .real: ["number"]
        case .string: ["string"]
        case .array: ["array"]
        case .dictionary, .date, .data: ["object"]
        }
    }
}
