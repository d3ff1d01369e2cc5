// A property of a view that can't work: the sentence that it meets.

import SafeDefaultsUI
import SwiftUI

private struct ReaderDefaults: SafeDefaults {
    enum Keys: String, DefaultsKey { case size }
    struct Settings { let size = Setting(.size, default: 16) }
    static let settings = Settings()
}

private struct Page {
    @StoredState(ReaderDefaults.size) var size = 16
    // expected-error@-1 {{the default is the setting's, declared once: write @StoredState(LoginDefaults.attempts) var attempts}}
}
