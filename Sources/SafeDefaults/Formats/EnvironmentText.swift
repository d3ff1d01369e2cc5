/// The text of an environment variable that overrides a value.
///
/// It is a text and not a string value, because the type that is read determines its meaning.
package final class EnvironmentText: Sendable, Equatable {
    /// The variable's name.
    let variable: String

    package let text: String

    init(variable: String, text: String) {
        self.variable = variable
        self.text = text
    }

    package static func == (left: EnvironmentText, right: EnvironmentText) -> Bool {
        left.variable == right.variable && left.text == right.text
    }
}
