#pragma once

/// How often the calling thread has allocated memory; always 0 where that can't be counted.
unsigned long long allocationCount(void);
