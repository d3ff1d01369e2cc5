import Foundation
import SafeDefaults

enum Theme: String, DefaultsValue { case light, dark }
struct Person: Codable { var name = "x"; var n: Int? = nil; var f: Float = 0.1 }
struct LoginDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey {
        case loginDate, attempts, theme, url, person, any
        static let namespace = "login"
    }
    static let loginDate = Setting<Date?>(.loginDate)
    static let attempts = Setting(.attempts, default: 0)
    static let theme = Setting(.theme, default: Theme.light)
    static let person = Setting(.person, default: Person())
    static let url = Setting<URL?>(.url)
    var store: DefaultsStore = .standard
    static var settings: [any PartialKeyPath<Self.Type> & Sendable] { [\.loginDate, \.attempts, \.theme, \.person, \.url] }
}
let login = LoginDefaults(store: .inMemory(arguments: ["-login/theme", "dark"]))
login.set(Date(), forKey: .loginDate)
print(login.date(forKey: .loginDate) as Any, login.integer(forKey: .attempts) as Any)
login.attempts += 1
login.update(\.attempts) { $0 += 1 }
login.set(nil, forKey: .loginDate)
login.set(nil as URL?, forKey: .loginDate)
login.set([1, "two", Theme.dark], forKey: .any)
login.person.n = 5
login[\.url] = URL(string: "https://a:b@example.com:80/x?y#z")
for s in login.allSettings { print(s.name, s.storedName, s.typeName, s.text ?? "–", s.isStored) }
print(login.dictionaryRepresentation)
login.set("abc", forKey: .attempts)
print(login.attempts, login.lookup(\.attempts))
do { try login.read(\.attempts) } catch { print(error) }
print(login.array(forKey: .any) as Any)
login.setObject(NSObject(), forKey: .any)
login.setObject(["a": Double.nan, "d": [Date(timeIntervalSinceReferenceDate: .nan)]] as [String: Any], forKey: .any)
