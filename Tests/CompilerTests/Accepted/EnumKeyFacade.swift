// Call sites from a library with enum keys and no settings: they compile unchanged, except the import, `bool`, which is
// optional now, and values of type Any.

// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import SafeDefaults

private struct SampleDefaults: SafeDefaults {

    enum Keys: String, DefaultsKey {
        case userName
        case array, bool, data, double, float, integer, string, stringArray, url
    }

}

private struct CustomNameDefaults: SafeDefaults {

    enum Keys: String, DefaultsKey {
        case userName = "customizedKeyForUserName"
    }
}

private struct OwnNameDefaults: SafeDefaults {

    enum Keys: String, DefaultsKey {
        case userName

        var uniqueValue: String {
            return "SampleDefaults.\(Keys.self).\(self.rawValue)"
        }
    }

}

private struct LoginInfoDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case loginDate }
}

private struct ColourDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case mainColor }
}

private func calls() {
    SampleDefaults().set("Tom", forKey: .userName)
    CustomNameDefaults().set("Tom", forKey: .userName)
    OwnNameDefaults().set("Tom", forKey: .userName)

    let defaults = SampleDefaults()
    defaults.set("saved string", forKey: .string)
    print(defaults.string(forKey: .string) ?? "no value")
    defaults.removeObject(forKey: .string)

    let loginInfoDefaults = LoginInfoDefaults()
    loginInfoDefaults.set(Date(), forKey: .loginDate)
    if let date = loginInfoDefaults.object(forKey: .loginDate) as? Date { print(date) }
    ColourDefaults().set("red", forKey: .mainColor)

    defaults.set([3, 2, 5], forKey: .array)
    defaults.set([3.0, 2.0, 5.0], forKey: .array)
    let array = defaults.array(forKey: .array) as? [Double]
    print(array?.count ?? 0)
    defaults.set(true, forKey: .bool)
    if defaults.bool(forKey: .bool) ?? false { print("yes") }
    defaults.set("text".data(using: .utf8), forKey: .data)
    defaults.set(Data(), forKey: .data)
    let data: Data? = defaults.data(forKey: .data)
    print(data?.count ?? 0)
    defaults.set(5.0, forKey: .double)
    let double: Double? = defaults.double(forKey: .double)
    defaults.set(Float(5.0), forKey: .float)
    let float: Float? = defaults.float(forKey: .float)
    defaults.set(5, forKey: .integer)
    let integer: Int? = defaults.integer(forKey: .integer)
    print(double ?? 0, float ?? 0, integer ?? 0, defaults.integer(forKey: .integer)!)
    defaults.set(["a", "b"], forKey: .stringArray)
    let texts: [String]? = defaults.stringArray(forKey: .stringArray)
    print(texts?.first ?? "")
    defaults.set(URL(string: "https://example.com"), forKey: .url)
    defaults.set(URL(string: "https://example.com")!, forKey: .url)
    let url: URL? = defaults.url(forKey: .url)
    print(url?.absoluteString ?? "")
    defaults.set(["a": 1], forKey: .data)
    let dictionary: [String: Any]? = defaults.dictionary(forKey: .data)
    print(dictionary?.count ?? 0)
    print(SampleDefaults.Keys.userName.uniqueValue)

    // What values of type Any take.
    let anything: Any = "x"
    defaults.setObject(anything, forKey: .string)
}
