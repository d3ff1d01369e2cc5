#if os(Linux)
import Dispatch
import Foundation
@testable import SafeDefaultsEtcd
import Testing

/// The order of the threads that change values by what is stored.
@Suite(.noHang)
struct UpdateQueueTests {
    @Test func theTurnIsPassedOnInTheOrderOfArrival() async throws {
        let (queue, order) = (UpdateQueue(), TestLog<Int>())
        queue.enter(until: .distantFuture)
        let running = DispatchGroup()
        for number in 1...5 {
            running.enter()
            Thread.detachNewThread {
                queue.enter(until: .distantFuture)
                order.add(number)
                queue.leave()
                running.leave()
            }
            while queue.count < number { usleep(1_000) }
        }
        #expect(order.all.isEmpty)
        queue.leave()
        running.wait()
        #expect(order.all == [1, 2, 3, 4, 5])
    }

    @Test func aThreadWaitsNotForItselfAndNotLongerThanItMay() {
        let queue = UpdateQueue()
        queue.enter(until: .distantFuture)
        queue.enter(until: .distantFuture)
        let isOver = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            queue.enter(until: .now() + 0.01)
            queue.leave()  // It isn't this thread's turn.
            isOver.signal()
        }
        isOver.wait()
        #expect(queue.count == 0)
        queue.leave()
    }
}
#endif
