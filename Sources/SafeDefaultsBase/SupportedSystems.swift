// Elsewhere locks, files and the place of preferences are others, and the compiler's own errors would puzzle.
#if !os(macOS) && !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS) && !os(Linux) && !os(Android)
#error("SafeDefaults runs on Apple's systems and on Linux, and may run on Android; this system isn't supported.")
#endif
