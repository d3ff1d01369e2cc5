import Foundation
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// Writers and readers of cached properties on several threads.
@Suite struct StoredStressTests {
    @Test(arguments: StoreKind.allCases)
    func noReadThatBeginsAfterAWriteFindsAnOlderValue(kind: StoreKind) {
        let test = TestStore(kind)
        let count = Stored(WrappedDefaults.count, store: test.store, options: .cached)
        let name = Stored(WrappedDefaults.name, store: test.store, options: .cached)
        let recent = Stored(WrappedDefaults.recent, store: test.store, options: .cached)
        let standard = Stored(WrappedDefaults.count, options: .cached)
        let rounds = Stress.count(1_000, usual: 10_000, full: 4_500_000)
        // The last number of which all writes have returned.
        let written = SharedWord()
        let failures = Log<String>()
        onThreads(4) { thread in
            DefaultsStore.withStandard(test.store) {
                for round in 0..<rounds {
                    if thread == 0, round.isMultiple(of: 64) {
                        let number = round / 64 + 1
                        count.wrappedValue = number
                        // Both are longer than what a string holds without memory of its own.
                        name.wrappedValue = "the long name with number \(number)"
                        recent.wrappedValue = Array(repeating: "the long word with number \(number)", count: 2)
                        written.set(UInt(number))
                    }
                    let least = Int(written.value)
                    let (now, nowByStandard) = (count.wrappedValue, standard.wrappedValue)
                    if now < least || nowByStandard < least {
                        return failures.add("\(least) was written, then \(now) and \(nowByStandard) were read")
                    }
                    guard round.isMultiple(of: 8) else { continue }
                    let (text, words) = (name.wrappedValue ?? "", recent.wrappedValue)
                    let numbers = (words + [text]).map { $0.split(separator: " ").last.flatMap { Int($0) } ?? 0 }
                    if numbers.contains(where: { $0 < least }) || words.first != words.last {
                        return failures.add("\(least) was written, then \(text) and \(words) were read")
                    }
                }
            }
        }
        #expect(failures.all == [])
        #expect(count.wrappedValue == (rounds - 1) / 64 + 1)
    }

    @Test func propertiesThatComeAndGoAgreeWithSeveralWriters() {
        let store = DefaultsStore.inMemory()
        let standard = Stored(WrappedDefaults.count, options: .cached)
        let rounds = Stress.count(100, usual: 500)
        let failures = Log<String>()
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            DefaultsStore.withStandard(thread == 3 ? .inMemory() : store) {
                for round in 0..<rounds {
                    let fresh = Stored(WrappedDefaults.count, options: .cached)
                    fresh.update { $0 += 1 }
                    // Others write too, but nobody decreases the number.
                    let (seen, bySame) = (fresh.wrappedValue, standard.wrappedValue)
                    if seen <= round || bySame < seen { failures.add("\(round): \(seen), \(bySame)") }
                }
            }
        }
        #expect(failures.all == [])
        #expect(WrappedDefaults(store: store).count == 3 * rounds)
    }
}
