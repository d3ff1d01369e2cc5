// What Swift itself can't do.

#ifndef C_SAFE_DEFAULTS_H
#define C_SAFE_DEFAULTS_H

// Atomic access to a number, which Swift has only for newer systems than those that the library supports.
//
// Inlined, so that each is one instruction or two, and the thread sanitizer sees it.

/// Reads a number. What a thread did before it wrote the number can be seen from then on.
static inline __attribute__((always_inline)) unsigned long safe_defaults_load(const unsigned long *_Nonnull word) {
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

/// Writes a number, for other threads to read.
static inline __attribute__((always_inline)) void safe_defaults_store(
    unsigned long *_Nonnull word, unsigned long value) {
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

#ifndef __APPLE__
#include <signal.h>

// The parts of a signal's structures, whose names are macros over other fields in each C library.

/// Returns the address at which a fault happened.
static inline void *_Nullable safe_defaults_fault_address(const siginfo_t *_Nonnull info) { return info->si_addr; }

/// Returns the action that calls a handler, on the stack for signals if the thread has one.
static inline struct sigaction safe_defaults_action(
    void (*_Nonnull handler)(int, siginfo_t *_Nullable, void *_Nullable)) {
    struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    return action;
}

/// Calls the handler of an action, and returns 1; returns 0 if the action has none.
static inline int safe_defaults_perform(
    const struct sigaction *_Nonnull action, int signal, siginfo_t *_Nullable info, void *_Nullable context) {
    if (action->sa_handler == SIG_DFL || action->sa_handler == SIG_IGN) return 0;
    if (action->sa_flags & SA_SIGINFO) {
        action->sa_sigaction(signal, info, context);
    } else {
        action->sa_handler(signal);
    }
    return 1;
}
#endif

#endif
