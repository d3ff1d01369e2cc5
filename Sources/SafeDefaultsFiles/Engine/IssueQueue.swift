import SafeDefaults

/// Issues that were found while a lock was held.
///
/// They are reported once no lock is held.
final class IssueQueue: Sendable {
    private let issues = Locked<[DefaultsIssue]>([])

    /// Whether there are issues.
    ///
    /// It is kept outside the lock because every read asks.
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
