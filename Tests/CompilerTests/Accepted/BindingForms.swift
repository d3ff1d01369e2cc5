// Bindings: every form of use in a view. Compiled for Apple's systems by .ci/apple.

#if canImport(SwiftUI)
import SafeDefaultsUI
import SwiftUI

private struct BoundPerson: Codable, Equatable, DefaultsValue {
    var name = ""
    var nick: String?
}

private struct BoundDefaults: SafeDefaults {
    // Names that are those of members of the protocol, of what has the bindings, and of a binding.
    enum Keys: String, DefaultsKey { case notify, nick, person, url, store, bindings, wrappedValue }

    struct Settings {
        let notify = Setting(.notify, default: false)
        let nick = Setting<String?>(.nick)
        let person = Setting(.person, default: BoundPerson())
        let url = Setting(.url, default: "")
        let store = Setting(.store, default: "")
        let bindings = Setting(.bindings, default: "")
        let wrappedValue = Setting(.wrappedValue, default: "")
    }
    static let settings = Settings()
    var store: DefaultsStore = .standard
}

extension BoundDefaults.Settings {
    fileprivate var alias: BoundDefaults.Setting<Bool> { notify }
}

private func bindings(_ domain: BoundDefaults) {
    let _: Binding<Bool> = domain.bindings.notify
    let _: Binding<String?> = domain.bindings.nick
    let _: Binding<String> = domain.bindings.nick.orEmpty
    let _: Binding<String> = domain.bindings.nick.orEmpty.animation()
    let _: Binding<String> = domain.bindings.person.nick.orEmpty
    let _: [Binding<String>] = [
        domain.bindings.url, domain.bindings.store, domain.bindings.bindings, domain.bindings.wrappedValue,
    ]
    let _: Binding<Bool> = domain.bindings.alias
    let _: Binding<Bool> = BoundDefaults.notify.binding(in: domain.store)
    domain.bindings.notify.wrappedValue.toggle()
    let all = domain.bindings
    let shared: any Sendable = all
    _ = (all.notify, shared)
}

private final class BoundModel {
    let domain = BoundDefaults()
}

// With complete checking, Swift 5 takes no key path for Sendable unless it is told to, and warns.
#if swift(>=6) || hasFeature(InferSendableFromCaptures) || !CompleteChecking
private struct BoundState: View {
    @State private var domain = BoundDefaults()

    var body: some View {
        Form {
            Toggle("State", isOn: $domain.notify)
            TextField("Optional", text: $domain.nick.orEmpty)
            TextField("Optional part", text: $domain.person.nick.orEmpty)
        }
    }
}
#endif

private struct BoundForm: View {
    @StoredState(BoundDefaults.nick) private var nick
    @StoredState(BoundDefaults.person) private var person
    let model: BoundModel

    var body: some View {
        Form {
            Toggle("Model", isOn: model.domain.bindings.notify)
            TextField("Wrapper", text: $nick.orEmpty)
            TextField("Part of a wrapper", text: $person.name)
        }
    }
}
#endif
