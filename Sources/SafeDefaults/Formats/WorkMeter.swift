/// Counts the steps that a reader takes, so that tests can compare them with the number of bytes that it was given.
///
/// A step is an object, a reference or a byte that is looked at or copied. Outside of tests no reader has a meter.
final class WorkMeter {
    private(set) var steps = 0

    func add(_ steps: Int) { self.steps &+= steps }
}
