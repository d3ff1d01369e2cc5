import Allocations

/// How often the calling thread has allocated memory; always 0 on systems where that can't be counted.
func allocationsOfThisThread() -> Int { Int(allocationCount()) }
