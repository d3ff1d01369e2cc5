// Stands between a program and the system, for tests: ends the program at a call, or makes calls fail, be interrupted, or
// write less than they were asked to. Counted are the calls that a file store makes; `SHIM` says what to do:
//
//     SHIM="stop 12"       ends the program, as `kill -9` does, before its twelfth call
//     SHIM="after 12"      ends it behind the call
//     SHIM="fail 12 28"    makes the twelfth call fail with the error 28
//     SHIM="every 3 4"     makes every third call fail with the error 4, EINTR
//     SHIM="short 0"       makes every write write a third
//     SHIM="sync 0"        ends the program, as `kill -9` does, when it has a file synced to the disk
//     SHIM="name 0"        the same, when it has a directory synced, and so the name of a new file
//     SHIM="cut 0"         ends it when it has written a third of a file without saying where, as Foundation does
//     SHIM="deaf 0"        lets nobody be told of writes to files
//     SHIM="pause 12"      makes the program wait before its twelfth call
//     SHIM="hold 3"        makes it wait before its third sync of a file or a directory; "hold 0" before each
//
// A program that waits has made the file that `SHIM_GATE` names, with `.reached` behind the name, and goes on when
// there is one with `.open` behind it.
// `SHIM_MOUNTS` names a file that is read as the table of mounts.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static int calls;
static char action[16];
static int at, number;

/* The number of the call that this thread makes. */
static __thread int current;

/* Waits until the gate is open. */
static void wait_at_gate(void) {
    const char *gate = getenv("SHIM_GATE");
    char path[4096];
    if (!gate) return;
    snprintf(path, sizeof path, "%s.reached", gate);
    close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    snprintf(path, sizeof path, "%s.open", gate);
    while (access(path, F_OK) != 0) usleep(1000);
}

static int fails(void) {
    if (!action[0]) {
        const char *text = getenv("SHIM");
        if (!text || sscanf(text, "%15s %d %d", action, &at, &number) < 2) strcpy(action, "none");
    }
    int call = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
    current = call;
    if (!strcmp(action, "stop") && call == at) kill(getpid(), SIGKILL);
    if (!strcmp(action, "pause") && call == at) wait_at_gate();
    if ((!strcmp(action, "fail") && call == at) || (!strcmp(action, "every") && call % at == 0)) {
        errno = number;
        return 1;
    }
    return 0;
}

static int is(const char *word) {
    const char *text = getenv("SHIM");
    return text && !strncmp(text, word, strlen(word));
}

static void end_if(const char *word) {
    if (is(word)) kill(getpid(), SIGKILL);
}

static long done(long result) {
    if (!strcmp(action, "after") && current == at) kill(getpid(), SIGKILL);
    return result;
}

#define NEXT(name) static __typeof__(name) *next; if (!next) next = dlsym(RTLD_NEXT, #name)

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    NEXT(pwrite);
    if (fails()) return -1;
    return done(next(file, bytes, strcmp(action, "short") ? count : (count + 2) / 3, offset));
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) { return pwrite(file, bytes, count, offset); }

/* What comes before each sync; 1 if it fails. */
static int sync_fails(int file) {
    static int syncs;
    struct stat status;
    if (is("sync") || is("name")) end_if(fstat(file, &status) == 0 && S_ISDIR(status.st_mode) ? "name" : "sync");
    int result = fails();
    int sync = __atomic_add_fetch(&syncs, 1, __ATOMIC_SEQ_CST);
    if (!strcmp(action, "hold") && (at == 0 || sync == at)) wait_at_gate();
    return result;
}

int fsync(int file) { NEXT(fsync); return sync_fails(file) ? -1 : done(next(file)); }
int fdatasync(int file) { NEXT(fdatasync); return sync_fails(file) ? -1 : done(next(file)); }

ssize_t write(int file, const void *bytes, size_t count) {
    NEXT(write);
    struct stat status;
    if (is("cut") && count > 100 && fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
        next(file, bytes, count / 3);
        end_if("cut");
    }
    return next(file, bytes, count);
}

int ftruncate(int file, off_t size) { NEXT(ftruncate); return fails() ? -1 : done(next(file, size)); }
int ftruncate64(int file, off64_t size) { return ftruncate(file, size); }
int flock(int file, int operation) { NEXT(flock); return fails() ? -1 : done(next(file, operation)); }
int fchmod(int file, mode_t mode) { NEXT(fchmod); return fails() ? -1 : done(next(file, mode)); }

int renameat(int from, const char *name, int to, const char *new_name) {
    NEXT(renameat);
    return fails() ? -1 : done(next(from, name, to, new_name));
}

int renameat2(int from, const char *name, int to, const char *new_name, unsigned flags) {
    NEXT(renameat2);
    return fails() ? -1 : done(next(from, name, to, new_name, flags));
}

int linkat(int from, const char *name, int to, const char *new_name, int flags) {
    NEXT(linkat);
    return fails() ? -1 : done(next(from, name, to, new_name, flags));
}

int unlinkat(int directory, const char *name, int flags) {
    NEXT(unlinkat);
    return fails() ? -1 : done(next(directory, name, flags));
}

static const char *place(const char *path) {
    const char *mounts = getenv("SHIM_MOUNTS");
    return mounts && !strcmp(path, "/proc/self/mountinfo") ? mounts : path;
}

int open(const char *path, int flags, ...) {
    NEXT(open);
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return next(place(path), flags, mode);
}

int open64(const char *path, int flags, ...) {
    NEXT(open64);
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return next(place(path), flags, mode);
}

// Not counted: it is only made while somebody observes.
int inotify_init1(int flags) {
    NEXT(inotify_init1);
    if (is("deaf")) {
        errno = EMFILE;
        return -1;
    }
    return next(flags);
}
