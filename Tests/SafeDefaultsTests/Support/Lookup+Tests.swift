import SafeDefaults

extension Lookup {
    var isUnreadable: Bool {
        if case .unreadable = self { true } else { false }
    }
}
