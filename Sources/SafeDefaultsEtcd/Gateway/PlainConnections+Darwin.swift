#if canImport(Darwin)
/// Connections over plain HTTP, which are Foundation's as well: here it has bounds.
typealias PlainConnections = SessionConnections
#endif
