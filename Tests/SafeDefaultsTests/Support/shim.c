// Stands between a program and the system, for tests: ends the program at a call, or makes calls fail, be interrupted, or
// write less than they were asked to. Counted are the calls that a file store makes; `SHIM` says what to do:
//
//     SHIM="stop 12"       ends the program, as `kill -9` does, before its twelfth call
//     SHIM="fail 12 28"    makes the twelfth call fail with the error 28
//     SHIM="every 3 4"     makes every third call fail with the error 4, EINTR
//     SHIM="short 0"       makes every write write a third
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <sys/types.h>
#include <unistd.h>

static int calls;
static char action[16];
static int at, number;

static int fails(void) {
    if (!action[0]) {
        const char *text = getenv("SHIM");
        if (!text || sscanf(text, "%15s %d %d", action, &at, &number) < 2) strcpy(action, "none");
    }
    int call = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
    if (!strcmp(action, "stop") && call == at) kill(getpid(), SIGKILL);
    if ((!strcmp(action, "fail") && call == at) || (!strcmp(action, "every") && call % at == 0)) {
        errno = number;
        return 1;
    }
    return 0;
}

#define NEXT(name) static __typeof__(name) *next; if (!next) next = dlsym(RTLD_NEXT, #name)

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    NEXT(pwrite);
    if (fails()) return -1;
    return next(file, bytes, strcmp(action, "short") ? count : (count + 2) / 3, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) { return pwrite(file, bytes, count, offset); }

int fsync(int file) { NEXT(fsync); return fails() ? -1 : next(file); }
int ftruncate(int file, off_t size) { NEXT(ftruncate); return fails() ? -1 : next(file, size); }
int ftruncate64(int file, off64_t size) { return ftruncate(file, size); }
int flock(int file, int operation) { NEXT(flock); return fails() ? -1 : next(file, operation); }
int fchmod(int file, mode_t mode) { NEXT(fchmod); return fails() ? -1 : next(file, mode); }

int renameat(int from, const char *name, int to, const char *new_name) {
    NEXT(renameat);
    return fails() ? -1 : next(from, name, to, new_name);
}

int linkat(int from, const char *name, int to, const char *new_name, int flags) {
    NEXT(linkat);
    return fails() ? -1 : next(from, name, to, new_name, flags);
}

int unlinkat(int directory, const char *name, int flags) {
    NEXT(unlinkat);
    return fails() ? -1 : next(directory, name, flags);
}
