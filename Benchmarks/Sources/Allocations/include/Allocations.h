#pragma once

/// How often memory has been allocated in this process; always 0 where that can't be counted.
unsigned long long allocationCount(void);
