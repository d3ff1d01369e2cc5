// What the core uses of Apple's C library, and Linux's lacks.

// swift-format-ignore-file

import Foundation

func pthread_mach_thread_np(_ thread: pthread_t) -> UInt32 { 0 }
