// Reads what a plain store itself holds, as the reads in `ObservationHub+PlainWrites` read what it finds.

extension ObservationHub {
    /// Returns what a plain store itself holds under some names, with all or none of the changes of a batch.
    func storedContentsOfPlain(named names: [String]) -> [String: StoredContent] {
        guard let plain else { return [:] }
        for _ in 0..<32 {
            let (before, decided) = underLock { (revision, names.map { unfinished.value(of: $0) }) }
            var contents = plain.storedContents(of: names)
            for (name, value) in zip(names, decided) {
                // Converted to Foundation's object and back, because a read doesn't always find exactly the value that
                // was written.
                guard let value else { continue }
                contents[name] = value.map { StoredContent(foundationObject: $0.foundationObject) } ?? .nothing
            }
            if underLock({ revision == before }) { return contents }
        }
        return holdingBackOtherWriters { storedContentsOfPlain(named: names) }
    }
}
