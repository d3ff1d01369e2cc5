// Apple's Foundation as its headers and overlay declare it, as far as the library uses it: `.ci/apple` compiles the library
// with it. A declaration that is missing here is looked up in Apple's documentation, with its systems. Nothing here is ever
// run.

// swift-format-ignore-file

@_exported import Darwin
@_exported import FoundationEssentials
@_exported import Dispatch

open class NSObject: Equatable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CVarArg {
    public init() {}
    public static func == (l: NSObject, r: NSObject) -> Bool { l === r }
    public func hash(into hasher: inout Hasher) {}
    open var description: String { "" }
    open var debugDescription: String { "" }
    public var _cVarArgEncoding: [Int] { [] }
    open var hash: Int { 0 }
    open func isEqual(_ object: Any?) -> Bool { false }
    open func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {}
    open func addObserver(
        _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer?
    ) {}
    open func removeObserver(_ observer: NSObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?) {}
    open func willChangeValue(forKey key: String) {}
    open func didChangeValue(forKey key: String) {}
}
public struct NSKeyValueChangeKey: Hashable, Sendable, RawRepresentable { public init(rawValue: String) { self.rawValue = rawValue }; public let rawValue: String }
public struct NSKeyValueObservingOptions: OptionSet, Sendable { public init(rawValue: UInt) { self.rawValue = rawValue }; public let rawValue: UInt }

public protocol NSCoding { func encode(with coder: NSCoder); init?(coder: NSCoder) }
public protocol NSSecureCoding: NSCoding { static var supportsSecureCoding: Bool { get } }
open class NSCoder: NSObject {}
open class NSString: NSObject, @unchecked Sendable, NSSecureCoding {
    public static var supportsSecureCoding: Bool { true }
    open func encode(with coder: NSCoder) {}
    public required init?(coder: NSCoder) {}
    open var boolValue: Bool { false }
    open var integerValue: Int { 0 }
    open var doubleValue: Double { 0 }
    open var expandingTildeInPath: String { "" }
    open var abbreviatingWithTildeInPath: String { "" }
}
open class NSValue: NSObject { open var objCType: UnsafePointer<CChar> { fatalError() } }
open class NSNumber: NSValue, @unchecked Sendable {
    public init(value: Int8) {}
    public init(value: UInt8) {}
    public init(value: Int16) {}
    public init(value: UInt16) {}
    public init(value: Int32) {}
    public init(value: UInt32) {}
    public init(value: Int64) {}
    public init(value: UInt64) {}
    public init(value: Float) {}
    public init(value: Double) {}
    public init(value: Bool) {}
    public init(value: Int) {}
    public init(value: UInt) {}
    open var intValue: Int { 0 }   // Swift: -integerValue is intValue
    open var int64Value: Int64 { 0 }
    open var uint64Value: UInt64 { 0 }
    open var doubleValue: Double { 0 }
    open var decimalValue: Decimal { 0 }
    open var boolValue: Bool { false }
}
open class NSDecimalNumber: NSNumber, @unchecked Sendable { open func description(withLocale locale: Any?) -> String { "" } }
open class NSData: NSObject, @unchecked Sendable {}
open class NSDate: NSObject, @unchecked Sendable {}
open class NSUUID: NSObject, @unchecked Sendable {}
open class NSArray: NSObject, Sequence {
    public convenience init(array: [Any]) { self.init() }
    open var count: Int { 0 }
    public func makeIterator() -> NSFastEnumerationIterator { NSFastEnumerationIterator() }
}
public struct NSFastEnumerationIterator: IteratorProtocol { public mutating func next() -> Any? { nil } }
open class NSSet: NSObject {}
open class NSDictionary: NSObject {}
open class NSURL: NSObject, @unchecked Sendable {
    public init?(string URLString: String, relativeTo baseURL: URL?) { super.init() }
}
open class NSLock: NSObject, @unchecked Sendable { open func lock() {}; open func unlock() {} }
extension String: _ObjectiveCBridgeable { public typealias _ObjectiveCType = NSString
    public func _bridgeToObjectiveC() -> NSString { fatalError() }
    public static func _forceBridgeFromObjectiveC(_ s: NSString, result: inout String?) {}
    public static func _conditionallyBridgeFromObjectiveC(_ s: NSString, result: inout String?) -> Bool { true }
    public static func _unconditionallyBridgeFromObjectiveC(_ s: NSString?) -> String { "" } }
extension URL: _ObjectiveCBridgeable { public typealias _ObjectiveCType = NSURL
    public func _bridgeToObjectiveC() -> NSURL { fatalError() }
    public static func _forceBridgeFromObjectiveC(_ s: NSURL, result: inout URL?) {}
    public static func _conditionallyBridgeFromObjectiveC(_ s: NSURL, result: inout URL?) -> Bool { true }
    public static func _unconditionallyBridgeFromObjectiveC(_ s: NSURL?) -> URL { fatalError() } }

public func NSStringFromClass(_ aClass: AnyClass) -> String { "" }
public typealias AnyClass = AnyObject.Type

open class NSKeyedArchiver: NSCoder {
    public class func archivedData(withRootObject object: Any, requiringSecureCoding requiresSecureCoding: Bool) throws -> Data { Data() }
}
open class NSKeyedUnarchiver: NSCoder {
    public static func unarchivedObject(ofClasses classes: [AnyClass], from data: Data) throws -> Any? { nil }
}
open class PropertyListSerialization: NSObject {
    public struct ReadOptions: OptionSet, Sendable { public init(rawValue: UInt) { self.rawValue = rawValue }; public let rawValue: UInt }
    public typealias WriteOptions = Int
    public enum PropertyListFormat: UInt, Sendable { case openStep = 1, xml = 100, binary = 200 }
    open class func data(fromPropertyList plist: Any, format: PropertyListSerialization.PropertyListFormat, options opt: PropertyListSerialization.WriteOptions) throws -> Data { Data() }
    open class func propertyList(from data: Data, options opt: PropertyListSerialization.ReadOptions = [], format: UnsafeMutablePointer<PropertyListSerialization.PropertyListFormat>?) throws -> Any { 0 }
}
open class ISO8601DateFormatter: NSObject, @unchecked Sendable {
    open func string(from date: Date) -> String { "" }
    open func date(from string: String) -> Date? { nil }
}
open class NSNotification: NSObject {
    public struct Name: Hashable, RawRepresentable, Sendable { public init(rawValue: String) { self.rawValue = rawValue }; public init(_ rawValue: String) { self.rawValue = rawValue }; public let rawValue: String }
}
public struct Notification {
    public typealias Name = NSNotification.Name
    public var name: Name
    public var object: Any?
    public var userInfo: [AnyHashable: Any]?
}
@available(*, unavailable) extension Notification: @unchecked Sendable {}
public protocol NSObjectProtocol: AnyObject {}
extension NSObject: NSObjectProtocol {}
open class OperationQueue: NSObject, @unchecked Sendable {
    open var maxConcurrentOperationCount: Int { get { 0 } set {} }
    open func addOperation(_ block: @escaping @Sendable () -> Void) {}
}
open class FileHandle: NSObject, @unchecked Sendable {
    public init(fileDescriptor fd: Int32, closeOnDealloc closeopt: Bool) {}
    @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, *)
    public func write<T: DataProtocol>(contentsOf data: T) throws {}
}

public func NSClassFromString(_ aClassName: String) -> AnyClass? { nil }

open class Thread: NSObject, @unchecked Sendable {
    open class var isMainThread: Bool { false }
    open class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
    public convenience init(block: @escaping @Sendable () -> Void) { self.init() }
    open class func sleep(forTimeInterval ti: TimeInterval) {}
    open var name: String? { get { nil } set {} }
    open var stackSize: Int { get { 0 } set {} }
    open func start() {}
}

// MARK: - URLSession

open class URLSession: NSObject, @unchecked Sendable {
    public enum ResponseDisposition: Int, Sendable { case cancel = 0, allow = 1, becomeDownload = 2, becomeStream = 3 }
    public init(configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue queue: OperationQueue?) {}
    open func invalidateAndCancel() {}
    open func dataTask(with request: URLRequest) -> URLSessionDataTask { fatalError() }
}
open class URLSessionConfiguration: NSObject, @unchecked Sendable {
    open class var ephemeral: URLSessionConfiguration { fatalError() }
    open var httpShouldSetCookies: Bool { get { false } set {} }
    open var urlCache: URLCache? { get { nil } set {} }
    open var requestCachePolicy: URLRequest.CachePolicy { get { .useProtocolCachePolicy } set {} }
}
open class URLCache: NSObject, @unchecked Sendable {}
open class URLSessionTask: NSObject, @unchecked Sendable {
    open var taskIdentifier: Int { 0 }
    open func cancel() {}
    open func resume() {}
}
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
open class URLResponse: NSObject, @unchecked Sendable {}
open class HTTPURLResponse: URLResponse, @unchecked Sendable { open var statusCode: Int { 0 } }
public struct URLRequest: Sendable {
    public enum CachePolicy: UInt, Sendable { case useProtocolCachePolicy = 0, reloadIgnoringLocalCacheData = 1 }
    public init(url: URL, cachePolicy: URLRequest.CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60.0) {}
    public var httpMethod: String?
    public var httpBody: Data?
    public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
}
extension Error {
    public var localizedDescription: String { fatalError() }
}

public struct URLError: Error {
    public struct Code: Sendable, Hashable, RawRepresentable {
        public init(rawValue: Int) { self.rawValue = rawValue }
        public let rawValue: Int
        public static var cannotConnectToHost: URLError.Code { Code(rawValue: -1004) }
        public static var cannotFindHost: URLError.Code { Code(rawValue: -1003) }
        public static var dnsLookupFailed: URLError.Code { Code(rawValue: -1006) }
        public static var notConnectedToInternet: URLError.Code { Code(rawValue: -1009) }
        public static var secureConnectionFailed: URLError.Code { Code(rawValue: -1200) }
        public static var serverCertificateUntrusted: URLError.Code { Code(rawValue: -1202) }
        public static var serverCertificateHasUnknownRoot: URLError.Code { Code(rawValue: -1203) }
        public static var serverCertificateHasBadDate: URLError.Code { Code(rawValue: -1201) }
        public static var serverCertificateNotYetValid: URLError.Code { Code(rawValue: -1204) }
        public static var clientCertificateRequired: URLError.Code { Code(rawValue: -1206) }
    }
    public var code: Code { Code(rawValue: 0) }
}
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {}
public protocol URLSessionTaskDelegate: URLSessionDelegate {
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
    func urlSession(_ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void)
}
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse, completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}

open class NotificationCenter: NSObject, @unchecked Sendable {
    open class var `default`: NotificationCenter { NotificationCenter() }
    open func post(name aName: NSNotification.Name, object anObject: Any?) {}
    open func addObserver(forName name: NSNotification.Name?, object obj: Any?, queue: OperationQueue?, using block: @escaping @Sendable (Notification) -> Void) -> any NSObjectProtocol { fatalError() }
    open func removeObserver(_ observer: Any) {}
}
open class UserDefaults: NSObject {
    public static let globalDomain = "NSGlobalDomain"
    public static let argumentDomain = "NSArgumentDomain"
    public static let registrationDomain = "NSRegistrationDomain"
    public static let didChangeNotification = NSNotification.Name("x")
    open class var standard: UserDefaults { UserDefaults(suiteName: nil)! }
    public convenience override init() { self.init(suiteName: nil)! }
    public init?(suiteName suitename: String?) { super.init() }
    open func object(forKey defaultName: String) -> Any? { nil }
    open func set(_ value: Any?, forKey defaultName: String) {}
    open func removeObject(forKey defaultName: String) {}
    open func string(forKey defaultName: String) -> String? { nil }
    open func array(forKey defaultName: String) -> [Any]? { nil }
    open func dictionary(forKey defaultName: String) -> [String: Any]? { nil }
    open func data(forKey defaultName: String) -> Data? { nil }
    open func stringArray(forKey defaultName: String) -> [String]? { nil }
    open func integer(forKey defaultName: String) -> Int { 0 }
    open func float(forKey defaultName: String) -> Float { 0 }
    open func double(forKey defaultName: String) -> Double { 0 }
    open func bool(forKey defaultName: String) -> Bool { false }
    open func url(forKey defaultName: String) -> URL? { nil }
    open func set(_ value: Int, forKey defaultName: String) {}
    open func set(_ value: Float, forKey defaultName: String) {}
    open func set(_ value: Double, forKey defaultName: String) {}
    open func set(_ value: Bool, forKey defaultName: String) {}
    open func set(_ url: URL?, forKey defaultName: String) {}
    open func register(defaults registrationDictionary: [String: Any]) {}
    open func addSuite(named suiteName: String) {}
    open func removeSuite(named suiteName: String) {}
    open func dictionaryRepresentation() -> [String: Any] { [:] }
    open var volatileDomainNames: [String] { [] }
    open func volatileDomain(forName domainName: String) -> [String: Any] { [:] }
    open func setVolatileDomain(_ domain: [String: Any], forName domainName: String) {}
    open func removeVolatileDomain(forName domainName: String) {}
    open func persistentDomain(forName domainName: String) -> [String: Any]? { nil }
    open func setPersistentDomain(_ domain: [String: Any], forName domainName: String) {}
    open func removePersistentDomain(forName domainName: String) {}
    @discardableResult open func synchronize() -> Bool { true }
    open func objectIsForced(forKey key: String) -> Bool { false }
}
@available(*, unavailable) extension UserDefaults: @unchecked Sendable {}

@available(watchOS 9, *)
open class NSUbiquitousKeyValueStore: NSObject {
    open class var `default`: NSUbiquitousKeyValueStore { fatalError() }
    public static let didChangeExternallyNotification = NSNotification.Name("")
    open func object(forKey aKey: String) -> Any? { nil }
    open func set(_ anObject: Any?, forKey aKey: String) {}
    open func removeObject(forKey aKey: String) {}
    open func set(_ aString: String?, forKey aKey: String) {}
    open func set(_ aData: Data?, forKey aKey: String) {}
    open func set(_ anArray: [Any]?, forKey aKey: String) {}
    open func set(_ aDictionary: [String: Any]?, forKey aKey: String) {}
    open func set(_ value: Int64, forKey aKey: String) {}
    open func set(_ value: Double, forKey aKey: String) {}
    open func set(_ value: Bool, forKey aKey: String) {}
    open var dictionaryRepresentation: [String: Any] { [:] }
    @discardableResult open func synchronize() -> Bool { true }
}
@available(watchOS 9, *) public let NSUbiquitousKeyValueStoreChangeReasonKey: String = ""
@available(watchOS 9, *) public let NSUbiquitousKeyValueStoreChangedKeysKey: String = ""
@available(watchOS 9, *) public var NSUbiquitousKeyValueStoreServerChange: Int { 0 }
@available(watchOS 9, *) public var NSUbiquitousKeyValueStoreInitialSyncChange: Int { 1 }
@available(watchOS 9, *) public var NSUbiquitousKeyValueStoreQuotaViolationChange: Int { 2 }
@available(watchOS 9, *) public var NSUbiquitousKeyValueStoreAccountChange: Int { 3 }

public struct CharacterSet: Sendable {
    public init() {}
    public init(charactersIn range: ClosedRange<Unicode.Scalar>) {}
    public init(charactersIn string: String) {}
    public func subtracting(_ other: CharacterSet) -> CharacterSet { self }
    public static var whitespacesAndNewlines: CharacterSet { CharacterSet() }
    public static var whitespaces: CharacterSet { CharacterSet() }
}
extension StringProtocol {
    public func compare<T: StringProtocol>(_ aString: T, options mask: String.CompareOptions = [], range: Range<Self.Index>? = nil, locale: Locale? = nil) -> ComparisonResult { .orderedSame }
    public func range<T: StringProtocol>(of aString: T, options mask: String.CompareOptions = [], range searchRange: Range<Self.Index>? = nil, locale: Locale? = nil) -> Range<Self.Index>? { nil }
    public func trimmingCharacters(in set: CharacterSet) -> String { "" }
    public func addingPercentEncoding(withAllowedCharacters allowedCharacters: CharacterSet) -> String? { nil }
    public var removingPercentEncoding: String? { nil }
    public func components<T: StringProtocol>(separatedBy separator: T) -> [String] { [] }
    public var precomposedStringWithCanonicalMapping: String { "" }
    public func contains<T: StringProtocol>(_ other: T) -> Bool { false }
    public func replacingOccurrences<Target: StringProtocol, Replacement: StringProtocol>(of target: Target, with replacement: Replacement, options: String.CompareOptions = [], range searchRange: Range<Self.Index>? = nil) -> String { "" }
}
public struct IndexSet: Sendable, Equatable, Hashable, Codable, Sequence {
    public init() {}
    public struct RangeView: Sequence { public func makeIterator() -> AnyIterator<Range<Int>> { fatalError() } }
    public var rangeView: RangeView { RangeView() }
    public mutating func insert(integersIn range: Range<Int>) {}
    public mutating func insert(integersIn range: ClosedRange<Int>) {}
    public func makeIterator() -> AnyIterator<Int> { fatalError() }
}
@frozen public struct CGFloat: Sendable, Codable, Hashable, BinaryFloatingPoint, CustomStringConvertible { public typealias NativeType = Double
    public var native: Double
    public init(_ v: Double) { native = v }
    public typealias IntegerLiteralType = Int
    public init(integerLiteral v: Int) { native = Double(v) }
    public init(floatLiteral v: Double) { native = v }
    public typealias Exponent = Int; public typealias RawSignificand = UInt64; public typealias RawExponent = UInt; public typealias Stride = CGFloat; public typealias Magnitude = CGFloat; public typealias FloatLiteralType = Double
    public init(sign: FloatingPointSign, exponent: Int, significand: CGFloat) { native = 0 }
    public init(signOf: CGFloat, magnitudeOf: CGFloat) { native = 0 }
    public init(sign: FloatingPointSign, exponentBitPattern: UInt, significandBitPattern: UInt64) { native = 0 }
    public init(_ value: Float) { native = 0 }
    public init(_ value: UInt8) { native = 0 }
    public init(_ value: Int) { native = 0 }
    public init<S>(_ value: S) where S: BinaryInteger { native = 0 }
    public init?<S>(exactly source: S) where S: BinaryInteger { native = 0 }
    public static var exponentBitCount: Int { 0 }; public static var significandBitCount: Int { 0 }
    public var exponentBitPattern: UInt { 0 }; public var significandBitPattern: UInt64 { 0 }; public var binade: CGFloat { self }; public var significandWidth: Int { 0 }
    public static var radix: Int { 2 }; public static var nan: CGFloat { 0 }; public static var signalingNaN: CGFloat { 0 }; public static var infinity: CGFloat { 0 }; public static var greatestFiniteMagnitude: CGFloat { 0 }; public static var pi: CGFloat { 0 }; public var ulp: CGFloat { self }; public static var leastNormalMagnitude: CGFloat { 0 }; public static var leastNonzeroMagnitude: CGFloat { 0 }
    public var sign: FloatingPointSign { .plus }; public var exponent: Int { 0 }; public var significand: CGFloat { self }
    public static func + (l: CGFloat, r: CGFloat) -> CGFloat { l }; public static func += (l: inout CGFloat, r: CGFloat) {}
    public static func - (l: CGFloat, r: CGFloat) -> CGFloat { l }; public static func -= (l: inout CGFloat, r: CGFloat) {}
    public static func * (l: CGFloat, r: CGFloat) -> CGFloat { l }; public static func *= (l: inout CGFloat, r: CGFloat) {}
    public static func / (l: CGFloat, r: CGFloat) -> CGFloat { l }; public static func /= (l: inout CGFloat, r: CGFloat) {}
    public mutating func formRemainder(dividingBy other: CGFloat) {}; public mutating func formTruncatingRemainder(dividingBy other: CGFloat) {}; public mutating func formSquareRoot() {}; public mutating func addProduct(_ lhs: CGFloat, _ rhs: CGFloat) {}
    public var nextUp: CGFloat { self }; public func isEqual(to other: CGFloat) -> Bool { true }; public func isLess(than other: CGFloat) -> Bool { true }; public func isLessThanOrEqualTo(_ other: CGFloat) -> Bool { true }; public func isTotallyOrdered(belowOrEqualTo other: CGFloat) -> Bool { true }
    public var isNormal: Bool { true }; public var isFinite: Bool { true }; public var isZero: Bool { true }; public var isSubnormal: Bool { true }; public var isInfinite: Bool { true }; public var isNaN: Bool { true }; public var isSignalingNaN: Bool { true }; public var isCanonical: Bool { true }
    public mutating func round(_ rule: FloatingPointRoundingRule) {}
    public var magnitude: CGFloat { self }; public func distance(to other: CGFloat) -> CGFloat { self }; public func advanced(by n: CGFloat) -> CGFloat { self }
    public var description: String { "" }
}
public struct CGPoint: Sendable, Codable, Hashable { public var x, y: CGFloat; public init(x: CGFloat, y: CGFloat) { self.x = x; self.y = y } }
public struct CGSize: Sendable, Codable, Hashable { public var width, height: CGFloat; public init(width: CGFloat, height: CGFloat) { self.width = width; self.height = height } }
public struct CGRect: Sendable, Codable, Hashable { public var origin: CGPoint; public var size: CGSize; public init(origin: CGPoint, size: CGSize) { self.origin = origin; self.size = size } }

public struct URLResourceKey: Hashable, Sendable, RawRepresentable { public init(rawValue: String) { self.rawValue = rawValue }; public let rawValue: String; public static let volumeIsLocalKey = URLResourceKey(rawValue: "") }
public struct URLResourceValues { public var volumeIsLocal: Bool? { nil } }
extension URL { public func resourceValues(forKeys keys: Set<URLResourceKey>) throws -> URLResourceValues { URLResourceValues() } }

open class Bundle: NSObject, @unchecked Sendable {
    open class var main: Bundle { Bundle() }
    open var bundleIdentifier: String? { nil }
    open var executableURL: URL? { nil }
    open var bundleURL: URL { fatalError() }
}

/// On Linux Dispatch has the events alone.
public protocol DispatchSourceFileSystemObject: DispatchSourceProtocol, Sendable {}
extension DispatchSource {
    public class func makeFileSystemObjectSource(fileDescriptor: Int32, eventMask: DispatchSource.FileSystemEvent, queue: DispatchQueue? = nil) -> any DispatchSourceFileSystemObject { fatalError() }
}
#if !os(macOS)
extension ProcessInfo { public func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {} }
#endif

extension FileManager {
    @available(macOS 10.8, iOS 7, tvOS 9, watchOS 2, visionOS 1, *)
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { nil }
}
