/// The reason why a document can't be read as a property list, or why a value can't be written in a format.
package struct PropertyListFlaw: Error {
    /// What is wrong, as a clause without a full stop.
    ///
    /// It never contains the value.
    package var reason: String

    /// The names and indices that lead to the part of the document that is wrong.
    ///
    /// It is empty if the document as a whole is wrong.
    package var path: [String]

    package init(reason: String, path: [String] = []) {
        self.reason = reason
        self.path = path
    }

    /// Runs the conversion of a part of a value, and adds the part's place to the path of its flaw.
    package static func locating<Result>(
        _ step: @autoclosure () -> String, _ convert: () throws(PropertyListFlaw) -> Result
    ) throws(PropertyListFlaw) -> Result {
        do throws(PropertyListFlaw) {
            return try convert()
        } catch {
            throw PropertyListFlaw(reason: error.reason, path: [step()] + error.path)
        }
    }
}
