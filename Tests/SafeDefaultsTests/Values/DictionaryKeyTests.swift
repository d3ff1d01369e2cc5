import SafeDefaults
import Testing

struct DictionaryKeyTests {
    /// Each type of integer reads a key exactly as its own initializer reads a string.
    @Test(arguments: [
        "0", "-0", "+0", "007", "+7", "-7", "127", "128", "-128", "-129", "255", "256", "65535", "4294967296",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
        "18446744073709551615", "18446744073709551616", "170141183460469231731687303715884105727",
        "340282366920938463463374607431768211455", "340282366920938463463374607431768211456", "", "-", "+", " 7", "7 ",
        "7.0", "1e2", "0x7", "seven", "٧",
    ])
    func anIntegerIsReadFromAKeyAsItsTypeReadsAString(key: String) {
        func check<Number: FixedWidthInteger & DefaultsDictionaryKey>(_ type: Number.Type) {
            #expect(Number(defaultsKey: key) == Number(key), "\(type)")
        }
        check(Int.self)
        check(Int8.self)
        check(Int16.self)
        check(Int32.self)
        check(Int64.self)
        check(UInt.self)
        check(UInt8.self)
        check(UInt16.self)
        check(UInt32.self)
        check(UInt64.self)
    }
}
