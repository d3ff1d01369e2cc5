import Foundation

#if os(Linux)
/// Takes the locale of the environment, as a C program does, and returns its decimal sign.
func takeLocale() -> String {
    setlocale(LC_ALL, "")
    return localeconv().pointee.decimal_point.map { String(cString: $0) } ?? ""
}
#else
/// The tests of locales run on Linux only.
func takeLocale() -> String { "" }
#endif
