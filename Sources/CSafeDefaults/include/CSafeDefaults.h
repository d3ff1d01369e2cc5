// Atomic access to a number, which Swift itself has only for newer systems than those that the library supports.
//
// Inlined, so that each is one instruction or two, and the thread sanitizer sees it.

#ifndef C_SAFE_DEFAULTS_H
#define C_SAFE_DEFAULTS_H

/// Reads a number. What a thread did before it wrote the number can be seen from then on.
static inline __attribute__((always_inline)) unsigned long safe_defaults_load(const unsigned long *_Nonnull word) {
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

/// Writes a number, for other threads to read.
static inline __attribute__((always_inline)) void safe_defaults_store(
    unsigned long *_Nonnull word, unsigned long value) {
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

#endif
