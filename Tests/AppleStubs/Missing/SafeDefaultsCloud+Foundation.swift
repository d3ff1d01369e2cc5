// What Apple's Foundation has, Linux's lacks, and the store in iCloud uses.

// swift-format-ignore-file

import Foundation

class NSUbiquitousKeyValueStore {
    class var `default`: NSUbiquitousKeyValueStore { NSUbiquitousKeyValueStore() }
    class var didChangeExternallyNotification: NSNotification.Name { NSNotification.Name("") }

    func object(forKey aKey: String) -> Any? { nil }
    func set(_ anObject: Any?, forKey aKey: String) {}
    func removeObject(forKey aKey: String) {}
    var dictionaryRepresentation: [String: Any] { [:] }
    func synchronize() -> Bool { true }
}

let NSUbiquitousKeyValueStoreChangeReasonKey = ""
let NSUbiquitousKeyValueStoreChangedKeysKey = ""
var NSUbiquitousKeyValueStoreServerChange: Int { 0 }
var NSUbiquitousKeyValueStoreInitialSyncChange: Int { 1 }
var NSUbiquitousKeyValueStoreQuotaViolationChange: Int { 2 }
var NSUbiquitousKeyValueStoreAccountChange: Int { 3 }
