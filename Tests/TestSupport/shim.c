// Stands between a program and the system, for tests: ends the program at a call, or makes calls fail, be interrupted, or
// write less than they were asked to. Counted are the calls that a file store makes; `SHIM` says what to do:
//
//     SHIM="stop 12"       ends the program, as `kill -9` does, before its twelfth call
//     SHIM="after 12"      ends it behind the call
//     SHIM="fail 12 28"    makes the twelfth call fail with the error 28
//     SHIM="every 3 4"     makes every third call fail with the error 4, EINTR
//     SHIM="short 0"       makes every write write a third
//     SHIM="deaf 0"        lets nobody be told of writes to files
//
// These count every call on what lies in the folder that `SHIM_FOLDER` names, Foundation's, too:
//
//     SHIM="fault 12 5"    makes the twelfth call fail with the error 5, EIO
//     SHIM="each 12 30 41" makes the twelfth, the thirtieth and the 41st fail with the error 5, EIO
//     SHIM="part 12"       makes it read or write a third, if it reads or writes
//     SHIM="end 12"        ends the program, as `kill -9` does, behind it
//     SHIM="raise 12 10"   sends the program the signal 10, SIGUSR1, before it
//     SHIM="back 12 15"    reads the file that `SHIM_BACK` names before the twelfth call, and writes that into it before the
//                          fifteenth, as a program without the library does; nothing if it was being written then
//     SHIM="rename 0"      makes the program wait before it first renames a file to a name that doesn't begin with a dot
//     SHIM="slow 500"      makes half of the calls that rename a file to a name that doesn't begin with a dot wait for up
//                          to 500 microseconds, before and after
//     SHIM="count 0"       when the program exits, writes to standard error how many there were, and how many files were
//                          renamed or removed since the folder was last synced, or renamed before they were
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
#include <dirent.h>
#include <limits.h>
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

static long done(long result) {
    if (!strcmp(action, "after") && current == at) kill(getpid(), SIGKILL);
    return result;
}

/* The descriptors of what lies in the folder; 2 for temporary files. */
static char inside[65536];
static int folder_calls, unsynced_names, unsynced_bytes;

static int lies_inside(const char *path) {
    static const char *folder;
    if (!folder) {
        folder = getenv("SHIM_FOLDER");
        if (!folder) folder = "";
    }
    return *folder && path && !strncmp(path, folder, strlen(folder));
}

/* Whether a file in the folder is a temporary one. */
static int is_hidden(const char *path) {
    const char *name = strrchr(path, '/');
    return name && name[1] == '.';
}

static int is_inside(int file) { return file >= 0 && file < (int)sizeof inside && inside[file]; }

static void say_count(void) {
    if (!is("count")) return;
    char text[64];
    int length = snprintf(text, sizeof text, "calls %d unsynced %d\n", folder_calls, unsynced_names);
    ssize_t (*next)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    next(2, text, length);
}

/* Reads the file, or writes into it what was read, without the marks that the library has left there. */
static void take_back(int reads) {
    static char bytes[1 << 20];
    static ssize_t length = -1;
    static const char mark[] = "SafeDefaults";
    int (*next_open)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    ssize_t (*next_read)(int, void *, size_t) = dlsym(RTLD_NEXT, "read");
    ssize_t (*next_write)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    int (*next_close)(int) = dlsym(RTLD_NEXT, "close");
    const char *path = getenv("SHIM_BACK");
    if (!path || (!reads && length < 0)) return;
    int error = errno;
    int file = next_open(path, reads ? O_RDONLY | O_CLOEXEC : O_WRONLY | O_TRUNC | O_CLOEXEC);
    if (file >= 0 && reads) {
        length = next_read(file, bytes, sizeof bytes);
        char *found = length > 0 ? memmem(bytes, length, mark, sizeof mark - 1) : NULL;
        if (found) *found = 0;
        int isWhole = length > 8 && (!memcmp(bytes, "bplist00", 8) || memmem(bytes, length, "</plist>", 8));
        if (!isWhole) length = -1;
    } else if (file >= 0 && next_write(file, bytes, length) != length) {
        abort();
    }
    if (file >= 0) next_close(file);
    errno = error;
}

/* Whether a number is among those that `SHIM` lists behind its word. */
static int is_listed(int call) {
    const char *text = getenv("SHIM");
    int number, length;
    for (text = strchr(text, ' '); text && sscanf(text, "%d%n", &number, &length) == 1; text += length)
        if (number == call) return 1;
    return 0;
}

enum { pass, fail, part };

/* Gives other threads time, if that was said. */
static void dawdle(void) {
    static __thread unsigned seed;
    const char *text = getenv("SHIM");
    int error = errno, most;
    if (!text || sscanf(text, "slow %d", &most) != 1) return;
    if (!seed) seed = (unsigned)(size_t)&seed ^ getpid();
    if (rand_r(&seed) % 2) usleep(rand_r(&seed) % (most + 1));
    errno = error;
}

/* What becomes of a call on the folder. */
static int fate(int concerns) {
    static char word[16];
    static int at, number;
    if (!concerns) return pass;
    if (!word[0]) {
        const char *text = getenv("SHIM");
        if (!text || sscanf(text, "%15s %d %d", word, &at, &number) < 2) strcpy(word, "none");
        atexit(say_count);
    }
    int call = __atomic_add_fetch(&folder_calls, 1, __ATOMIC_SEQ_CST);
    if (!strcmp(word, "back") && (call == at || call == number)) take_back(call == at);
    if (!strcmp(word, "each") && is_listed(call)) {
        errno = EIO;
        return fail;
    }
    if (call != at) return pass;
    if (!strcmp(word, "raise")) raise(number);
    if (!strcmp(word, "fault")) {
        errno = number;
        return fail;
    }
    return strcmp(word, "part") ? pass : part;
}

/* Ends the program behind the call, if that was said. */
static long behind(int concerns, long result) {
    const char *text = getenv("SHIM");
    int error = errno, at;
    if (concerns && text && sscanf(text, "end %d", &at) == 1 && folder_calls >= at) kill(getpid(), SIGKILL);
    errno = error;
    return result;
}

static int opened(const char *path, int file) {
    if (file >= 0 && file < (int)sizeof inside) inside[file] = lies_inside(path) ? 1 + is_hidden(path) : 0;
    return file;
}

#define NEXT(name) static __typeof__(name) *next; if (!next) next = dlsym(RTLD_NEXT, #name)

#define ON_PATH(name, path, call) do { \
    int concerns = lies_inside(path); \
    if (fate(concerns) == fail) return -1; \
    return behind(concerns, call); \
} while (0)

#define ON_FILE(name, file, call) do { \
    int concerns = is_inside(file); \
    if (fate(concerns) == fail) return -1; \
    return behind(concerns, call); \
} while (0)

ssize_t read(int file, void *bytes, size_t count) {
    NEXT(read);
    int concerns = is_inside(file);
    switch (fate(concerns)) {
    case fail: return -1;
    case part: return next(file, bytes, (count + 2) / 3);
    default: return behind(concerns, next(file, bytes, count));
    }
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
    NEXT(pread);
    int concerns = is_inside(file);
    switch (fate(concerns)) {
    case fail: return -1;
    case part: return next(file, bytes, (count + 2) / 3, offset);
    default: return behind(concerns, next(file, bytes, count, offset));
    }
}

int stat(const char *path, struct stat *status) { NEXT(stat); ON_PATH(stat, path, next(path, status)); }
int lstat(const char *path, struct stat *status) { NEXT(lstat); ON_PATH(lstat, path, next(path, status)); }
int fstat(int file, struct stat *status) { NEXT(fstat); ON_FILE(fstat, file, next(file, status)); }
int access(const char *path, int mode) { NEXT(access); ON_PATH(access, path, next(path, mode)); }

/* Counts a file whose name changes, which temporary ones may do. */
static void change_name(const char *path) {
    if (lies_inside(path) && !is_hidden(path)) unsynced_names += unsynced_bytes ? 100 : 1;
}

int rename(const char *path, const char *new) {
    NEXT(rename);
    change_name(new);
    int replaces = lies_inside(new) && !is_hidden(new);
    if (is("rename") && replaces) wait_at_gate();
    if (replaces) dawdle();
    int concerns = lies_inside(path);
    if (fate(concerns) == fail) return -1;
    int result = next(path, new);
    if (replaces) dawdle();
    return behind(concerns, result);
}

int unlink(const char *path) {
    NEXT(unlink);
    change_name(path);
    ON_PATH(unlink, path, next(path));
}

int mkdir(const char *path, mode_t mode) { NEXT(mkdir); ON_PATH(mkdir, path, next(path, mode)); }
int chmod(const char *path, mode_t mode) { NEXT(chmod); ON_PATH(chmod, path, next(path, mode)); }
int fchown(int file, uid_t user, gid_t group) { NEXT(fchown); ON_FILE(fchown, file, next(file, user, group)); }

int fstatat(int from, const char *path, struct stat *status, int flags) {
    NEXT(fstatat);
    ON_PATH(fstatat, path, next(from, path, status, flags));
}

ssize_t readlink(const char *path, char *text, size_t size) {
    NEXT(readlink);
    ON_PATH(readlink, path, next(path, text, size));
}

DIR *opendir(const char *path) {
    NEXT(opendir);
    int concerns = lies_inside(path);
    if (fate(concerns) == fail) return NULL;
    return (DIR *)behind(concerns, (long)next(path));
}

int close(int file) {
    NEXT(close);
    if (file >= 0 && file < (int)sizeof inside) inside[file] = 0;
    return next(file);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    NEXT(pwrite);
    int concerns = is_inside(file);
    int sort = fate(concerns);
    if (sort == fail) return -1;
    if (sort == part) return next(file, bytes, (count + 2) / 3, offset);
    if (concerns) return behind(1, next(file, bytes, count, offset));
    if (fails()) return -1;
    return done(next(file, bytes, strcmp(action, "short") ? count : (count + 2) / 3, offset));
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) { return pwrite(file, bytes, count, offset); }

static int is_directory(int file) {
    NEXT(fstat);
    struct stat status;
    return next(file, &status) == 0 && S_ISDIR(status.st_mode);
}

int fsync(int file) {
    NEXT(fsync);
    if (is_inside(file)) {
        if (inside[file] == 2) unsynced_bytes = 0;
        if (is_directory(file) && unsynced_names < 100) unsynced_names = 0;
        ON_FILE(fsync, file, next(file));
    }
    return fails() ? -1 : done(next(file));
}

int fdatasync(int file) {
    NEXT(fdatasync);
    if (is_inside(file)) ON_FILE(fdatasync, file, next(file));
    return fails() ? -1 : done(next(file));
}

ssize_t write(int file, const void *bytes, size_t count) {
    NEXT(write);
    int concerns = is_inside(file);
    int sort = fate(concerns);
    if (sort == fail) return -1;
    if (sort == part) return next(file, bytes, (count + 2) / 3);
    if (concerns && inside[file] == 2) unsynced_bytes = 1;
    return behind(concerns, next(file, bytes, count));
}

int ftruncate(int file, off_t size) {
    NEXT(ftruncate);
    if (is_inside(file)) ON_FILE(ftruncate, file, next(file, size));
    return fails() ? -1 : done(next(file, size));
}

int ftruncate64(int file, off64_t size) { return ftruncate(file, size); }

void _exit(int status) {
    void (*next)(int) = (void (*)(int))dlsym(RTLD_NEXT, "_exit");
    say_count();
    next(status);
    __builtin_unreachable();
}

int flock(int file, int operation) {
    NEXT(flock);
    if (is_inside(file)) ON_FILE(flock, file, next(file, operation));
    return fails() ? -1 : done(next(file, operation));
}

int fchmod(int file, mode_t mode) {
    NEXT(fchmod);
    if (is_inside(file)) ON_FILE(fchmod, file, next(file, mode));
    return fails() ? -1 : done(next(file, mode));
}


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
    int concerns = lies_inside(path);
    if (fate(concerns) == fail) return -1;
    return behind(concerns, opened(path, next(place(path), flags, mode)));
}

int open64(const char *path, int flags, ...) {
    NEXT(open64);
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    int concerns = lies_inside(path);
    if (fate(concerns) == fail) return -1;
    return behind(concerns, opened(path, next(place(path), flags, mode)));
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
