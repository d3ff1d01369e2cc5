// Reads that the Observation framework tracks.

extension ObservationHub {
    /// Registers a read with the Observation framework, if it tracks reads here; call it before the read.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - holder: The object that keeps the hub alive, if it might otherwise be made anew.
    func noteRead(of name: String, holder: AnyObject?) {
        guard let tracker, tracker.isTracking else { return }
        tracker.access(name)
        // A name that is tracked already is read without waiting for writers.
        if trackedNames.withLock({ $0.contains(name) }) { return }
        let isNew = underLock(knowing: { [name] }) { contents in
            self.holder = holder
            noteChanges(in: contents)
            return contents.contains { content in
                let entry = watch(content.0, content: content.1)
                defer { entry.isTracked = true }
                return !entry.isTracked
            }
        }
        if isNew, let source = source.withLock({ $0 }) {
            source.register(name)
            // Finds a write that came before the source watched the name.
            refresh()
        }
        // Last, because other threads skip all of that once the name is in the set.
        trackedNames.withLock { _ = $0.insert(name) }
    }
}
