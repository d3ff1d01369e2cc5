#include "Allocations.h"
#include <stdlib.h>

// Each thread counts its own: a number that threads share would slow down what several of them do at once.
static _Thread_local unsigned long long count;

unsigned long long allocationCount(void) { return count; }

#if defined(__GLIBC__)
// A program's own functions of these names stand in for the C library's, which can still be reached under others.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static void note(void) { count++; }

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    note();
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    note();
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    note();
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : 12;
}
#endif
