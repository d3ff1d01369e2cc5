// Objects without the module that stores them.

import Foundation
import SafeDefaults

private final class Stone: NSObject, NSSecureCoding, DefaultsValue {
    // expected-error@-1 {{type 'Stone' does not conform to protocol 'DefaultsValue'}}
    static let supportsSecureCoding = true
    init?(coder: NSCoder) {}
    func encode(with coder: NSCoder) {}
}

private struct StoneDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case a }

    struct Settings {
        let archive = Setting<NSUUID?>(.a, stored: .archive(of: NSUUID.self))
        // expected-error@-1 {{type 'DefaultsCodec<NSUUID>' has no member 'archive'}}
    }
    static let settings = Settings()
}
