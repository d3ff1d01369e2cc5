#if compiler(>=6.2)
import Observation
import Testing

@testable import SafeDefaults
@testable import TestSupport

/// The Observation framework's sequence over settings, which it observes by their tracked reads.
@Suite(.noHang, .rowsB(9)) struct ObservationsTests {
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test(arguments: HubKind.allCases, [true, false])
    func theSequenceHasTheValueAndThenEachNewOne(kind: HubKind, hasViews: Bool) async {
        await ReadTracking.$hasViews.withValue(hasViews) {
            let test = HubStore(kind)
            let domain = Watched(store: test.store)
            var counts = Observations { domain.count }.makeAsyncIterator()
            #expect(await counts.next() == 0)
            for count in 1...3 {
                onThreads(1) { _ in domain.count = count }
                #expect(await counts.next() == count)
            }
        }
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func theSequenceEndsWhereItsClosureSaysSo() async {
        let test = HubStore(.inMemory)
        let domain = Watched(store: test.store)
        let counts = Observations<Int, Never>.untilFinished { domain.count < 3 ? .next(domain.count) : .finish }
        var seen: [Int] = []
        for await count in counts {
            seen.append(count)
            domain.count += 1
        }
        #expect(seen == [0, 1, 2])
    }
}
#endif
