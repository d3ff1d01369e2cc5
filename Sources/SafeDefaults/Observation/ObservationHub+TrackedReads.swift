// Reads that Observation is told of.

extension ObservationHub {
    /// Counts a read for Observation, if it happens where reads are tracked; to be called before the read.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - holder: What the hub belongs to, if that may be made anew.
    func noteRead(of name: String, holder: AnyObject?) {
        guard let tracker, tracker.isTracking else { return }
        tracker.access(name)
        // A name that is told of already is read without waiting for writers.
        if trackedNames.withLock({ $0.contains(name) }) { return }
        let isNew = underLock(knowing: { [name] }) { contents in
            self.holder = holder
            look(at: contents)
            return contents.contains { content in
                let entry = watch(content.0, content: content.1)
                defer { entry.isTracked = true }
                return !entry.isTracked
            }
        }
        if isNew, let source = source.withLock({ $0 }) {
            source.register(name)
            // What was written before the source listened has to be found.
            refresh()
        }
        // Not before all of that is done, since others go by it.
        trackedNames.withLock { _ = $0.insert(name) }
    }
}
