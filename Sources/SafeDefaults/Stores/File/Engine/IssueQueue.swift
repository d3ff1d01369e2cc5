/// Issues that were found while a lock was held, to be reported once none is.
final class IssueQueue: Sendable {
    private let issues = Locked<[DefaultsIssue]>([])

    /// Whether there are any; apart from them, because every read asks.
    private let hasIssues = SharedWord()

    var isEmpty: Bool { !hasIssues.isSet }

    func add(_ issue: DefaultsIssue) {
        issues.withLock { issues in
            issues.append(issue)
            hasIssues.set(true)
        }
    }

    /// Removes and returns all issues.
    func take() -> [DefaultsIssue] {
        issues.withLock { issues in
            defer { issues = [] }
            hasIssues.set(false)
            return issues
        }
    }
}
