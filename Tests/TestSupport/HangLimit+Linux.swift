#if !canImport(Darwin)
import Testing

extension Trait where Self == TimeLimitTrait {
    /// Has a test fail that hangs: after ten minutes, since others may have their turn first; after half an hour where
    /// `.ci/stress` asks for more, which takes longer than ten minutes in all on a slow machine and limits the whole
    /// run itself; after ten hours where everything is asked for.
    static var noHang: Self { .timeLimit(.minutes(Stress.isFull ? 600 : Stress.hasAllCases ? 30 : 10)) }
}
#endif
