#if !canImport(Darwin)
import Testing

extension Trait where Self == TimeLimitTrait {
    /// Has a test fail that hangs: after ten minutes, since others may have their turn first; after ten hours where
    /// everything is asked for.
    static var noHang: Self { .timeLimit(.minutes(Stress.isFull ? 600 : 10)) }
}
#endif
